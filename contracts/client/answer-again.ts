import { answer } from '../../handlers/answer.ts'
import type { PlainReply } from '../../handlers/http/plain.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { World } from '../../handlers/world/world.ts'

/** Answers a request of the journal once more, without the headers that the journal redacted. */
export function answerAgain(entry: JournalEntry, world: World, signal?: AbortSignal): Promise<PlainReply> {
  const { method, path, query, body: sent } = entry
  const headers = Object.fromEntries(
    Object.entries(entry.headers).filter(([, value]) => value !== '[redacted]'),
  )
  const base = `http://${headers.host ?? 'localhost'}/v1`
  const body = sent === undefined || typeof sent === 'string' ? sent : stringifyJson(sent)
  return answer({ method, base, path, query, headers, body }, world, signal)
}
