import { neededCredentials } from '../../handlers/choices/answers.ts'
import { isBodiless } from '../../handlers/choices/kinds.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, parsePostId } from '../../handlers/model/post.ts'
import { World } from '../../handlers/world/world.ts'
import { asList } from '../spec/post-text.ts'
import { answerAgain } from './answer-again.ts'
import type { RecordedExchange } from './recording.ts'

/** Another answer to a choice, with which a request gets another reply. */
export interface ShapingAnswer {
  readonly choice: ChoiceId
  readonly answer: unknown
  /** The answer to another choice that this one needs: a body needs a status that has one. */
  readonly needs?: PartialProfile
}

/**
 * The listed answers that change a reply: the request is answered again under each. Empty for an injected fault.
 *
 * @param profile the answers in effect at the request.
 * @param worldUnder a new world with the posts that the request met, under a profile.
 */
export async function shapingAnswers(
  entry: JournalEntry,
  profile: Profile,
  worldUnder: (profile: Profile) => World | Promise<World>,
): Promise<readonly ShapingAnswer[]> {
  if (entry.fault !== undefined) return []
  // The journal has no credentials to send again: only a refused request is asked for them.
  const isRefused = entry.status === neededCredentials(profile['access.credentials'])?.status
  const base = isRefused ? profile : changed(profile, { 'access.credentials': 'none' })
  if (!base) return []
  const replyUnder = async (under: Profile) => replyText(entry, await worldUnder(under))
  const reply = await replyUnder(base)
  const shaping: ShapingAnswer[] = []
  for (const choice of choiceIds) {
    if (!isRefused && choice.startsWith('access.')) continue
    for (const answer of choices[choice].answers) {
      const alone = changed(base, { [choice]: answer })
      const needs = alone ? undefined : statusFor(choice)
      const under = alone ?? changed(base, { ...needs, [choice]: answer })
      const before = needs && changed(base, needs)
      if (!under || (await replyUnder(under)) === (before ? await replyUnder(before) : reply)) continue
      shaping.push({ choice, answer, ...(needs && { needs }) })
    }
  }
  return shaping
}

/** The answers that change the reply of a recorded request, in worlds with made-up posts. */
export function shapingOf(exchange: RecordedExchange): Promise<readonly ShapingAnswer[]> {
  const profile = completeProfile(exchange.profile)
  return shapingAnswers(exchange.entry, profile, (under) => rebuilt(exchange, profile, under))
}

/** The reply to a recorded request under another profile, as text. */
export async function replyUnder(exchange: RecordedExchange, profile: Profile): Promise<string> {
  return replyText(exchange.entry, await rebuilt(exchange, completeProfile(exchange.profile), profile))
}

/** The id of the post that a request met; undefined if it met none. */
export function idMetBy({ operation, path, status }: JournalEntry, profile: Profile): PostId | undefined {
  const parsed = parsePostId(/^\/posts\/([^/]+)\/?$/.exec(path)?.[1] ?? '')
  if (!('id' in parsed) || status === 404) return undefined
  const missing = operation === 'replace' || operation === 'delete' ? profile[`${operation}.missing`] : 404
  return missing === status || missing === `creates-${status}` ? undefined : parsed.id
}

/** A profile with other answers; undefined if the rest of it contradicts them. */
function changed(profile: Profile, answers: PartialProfile): Profile | undefined {
  const all: Record<string, unknown> = { ...profile, ...answers }
  // A 204 never has a body.
  for (const [id, answer] of Object.entries(answers))
    if (id.endsWith('.status') && isBodiless(answer)) delete all[id.replace('status', 'body')]
  return profileOf(all)
}

/** The profile with some answers; undefined if they contradict each other. */
export function profileOf(answers: Readonly<Record<string, unknown>>): Profile | undefined {
  try {
    return completeProfile(answers as PartialProfile)
  } catch {
    return undefined
  }
}

/** The first status with which the body of a reply can be chosen. */
function statusFor(choice: ChoiceId): PartialProfile | undefined {
  if (choice !== 'create.body' && choice !== 'replace.body' && choice !== 'delete.body') return undefined
  const status = choice.replace('body', 'status') as 'create.status' | 'replace.status' | 'delete.status'
  return { [status]: choices[status].answers.find((answer) => !isBodiless(answer)) }
}

/** The reply to the same request, as text. */
async function replyText(entry: JournalEntry, world: World): Promise<string> {
  const reply = await answerAgain(entry, world)
  // CORS headers concern the browser, not the caller.
  const read = Object.entries(reply.headers).filter(([name]) => !/^(?:access-control-.+|vary)$/.test(name))
  return stringifyJson([reply.status, read, reply.body ?? null])
}

/** A world for a recorded request: seeded under the profile, and with or without the post that the request named. */
async function rebuilt(
  { entry, deleted }: RecordedExchange,
  recorded: Profile,
  profile: Profile,
): Promise<World> {
  const options = { posts: postsListed(entry), journalLimit: 1, now: () => entry.at, onWarning() {} }
  const world = new World({ ...options, profile })
  const { store } = world
  const last = store.list().at(-1)
  if (deleted && last) await store.delete(last.id)
  const met = idMetBy(entry, recorded)
  const parsed = parsePostId(entry.path.split('/')[2] ?? '')
  if (met === undefined && 'id' in parsed) await store.delete(parsed.id)
  // A seeded post moves with the assignment of ids; another was created or given.
  const isSeeded = met !== undefined && new World({ ...options, profile: recorded }).store.read(met)
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
