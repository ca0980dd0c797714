import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { eachField } from '../../handlers/fields.ts'
import { handleRequest } from '../../handlers/handle-request.ts'
import type { PlainReply } from '../../handlers/http/plain.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { findRoute } from '../../handlers/operations/route.ts'
import { ownAnswerFor } from '../../handlers/own-handlers.ts'
import type { PostStore } from '../../handlers/store/post-store.ts'
import { World } from '../../handlers/world/world.ts'
import type { RecordedExchange } from './recording.ts'

const given = eachField((name) => `A ${name}`)

/** Answers a request of the journal once more, without what the journal redacted. A handler of the user may answer it. */
export async function answerAgain(
  entry: JournalEntry,
  world: World,
  signal?: AbortSignal,
): Promise<PlainReply> {
  const { method, base, path, query, body: sent, isElsewhere } = entry
  const headers = Object.fromEntries(
    Object.entries(entry.headers).filter(([, value]) => value !== '[redacted]'),
  )
  const body = sent === undefined || typeof sent === 'string' ? sent : stringifyJson(sent)
  const plain = { method, base, path, query, headers, body, isElsewhere }
  if (!world.own) return handleRequest(plain, world, { signal })
  const asked = new Request(base + path + query, { method, signal: signal ?? null })
  const own = await ownAnswerFor(asked, headers, world)
  const askUser = own && (() => own(new TextEncoder().encode(body)))
  return handleRequest(plain, world, { signal, askUser })
}

/** The reply to a recorded request under another profile, in a world with made-up posts. */
export async function replyUnder(exchange: RecordedExchange, profile: Profile): Promise<PlainReply> {
  return answerAgain(exchange.entry, await rebuilt(exchange, profile))
}

/** Whether the post that a request named was there before it. @param store the posts after it. */
export function metPost({ operation, status, change, ...entry }: JournalEntry, store: PostStore): boolean {
  if (operation === 'read') return status !== 404
  if (change) return change.before !== undefined
  const { id } = findRoute(entry.method, entry.path)
  return id !== undefined && store.read(id) !== undefined
}

/** As many posts as a mock has by default: more shape no other reply. */
export const mostPosts = 25

/** A world for a recorded request: seeded under a profile, and with or without the post that the request named. */
async function rebuilt(exchange: RecordedExchange, profile: Profile): Promise<World> {
  const { entry, met, deleted, ...recorded } = exchange
  const posts = Math.min(recorded.posts, mostPosts)
  const world = new World({ posts, profile, journalLimit: 1, now: () => entry.at, onWarning() {} })
  const { store } = world
  const last = store.list().at(-1)
  if (deleted && last) await store.delete(last.id)
  const { id } = findRoute(entry.method, entry.path)
  if (id === undefined) return world
  // With another assignment of ids it would have another one.
  const { 'id.assignment': assignment } = completeProfile(recorded.profile)
  if (!met) await store.delete(id)
  else if (!store.read(id) && profile['id.assignment'] === assignment) await store.put(id, given)
  return world
}
