import { answer } from '../../handlers/answer.ts'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import type { PlainReply } from '../../handlers/http/plain.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId } from '../../handlers/model/post.ts'
import { World } from '../../handlers/world/world.ts'
import { asList } from '../spec/post-text.ts'
import type { RecordedExchange } from './recording.ts'

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

/** The reply to a recorded request under another profile, in a world with made-up posts. */
export async function replyUnder(exchange: RecordedExchange, profile: Profile): Promise<PlainReply> {
  return answerAgain(exchange.entry, await rebuilt(exchange, profile))
}

/** The id of the post that a request met; undefined if it met none. */
export function idMetBy({ operation, path, status }: JournalEntry, profile: Profile): PostId | undefined {
  const parsed = parsePostId(/^\/posts\/([^/]+)\/?$/.exec(path)?.[1] ?? '')
  if (!('id' in parsed) || status === 404) return undefined
  const missing = operation === 'replace' || operation === 'delete' ? profile[`${operation}.missing`] : 404
  return missing === status || missing === `creates-${status}` ? undefined : parsed.id
}

/** A world for a recorded request: seeded under a profile, and with or without the post that the request named. */
async function rebuilt({ entry, deleted, ...recorded }: RecordedExchange, profile: Profile): Promise<World> {
  const options = { posts: postsListed(entry), journalLimit: 1, now: () => entry.at, onWarning() {} }
  const world = new World({ ...options, profile })
  const { store } = world
  const last = store.list().at(-1)
  if (deleted && last) await store.delete(last.id)
  const inEffect = completeProfile(recorded.profile)
  const met = idMetBy(entry, inEffect)
  const parsed = parsePostId(entry.path.split('/')[2] ?? '')
  if (met === undefined && 'id' in parsed) await store.delete(parsed.id)
  // A seeded post moves with the assignment of ids; another was created or given.
  const isSeeded = met !== undefined && new World({ ...options, profile: inEffect }).store.read(met)
  if (met !== undefined && !isSeeded) await store.put(met, { title: 'A title', content: 'A content' })
  return world
}

/** The posts of a mock by default. */
const usualPosts = 25

/** The number of posts in a whole list; otherwise the usual one. */
function postsListed({ operation, reply }: JournalEntry): number {
  const isWhole = operation === 'list' && reply?.length === undefined && !reply?.headers.link
  const list = isWhole ? asList(reply?.body ?? '') : undefined
  return list?.length ?? usualPosts
}
