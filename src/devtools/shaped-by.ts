import { neededCredentials } from '../../handlers/choices/answers.ts'
import { isBodiless } from '../../handlers/choices/kinds.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import type { JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { type Post, parsePostId } from '../../handlers/model/post.ts'
import { World } from '../../handlers/world/world.ts'
import { answerAgain } from './answer-again.ts'

/** The limit of posts when a request is answered again. */
const mostPosts = 30

/**
 * The choices that affected a reply: those for which another listed answer changes the reply. The request is answered again for
 * each answer, in temporary worlds. Empty for an injected fault.
 */
export async function shapedBy(entry: JournalEntry, world: World): Promise<readonly ChoiceId[]> {
  if (entry.fault !== undefined) return []
  // The journal has no credentials to send again: only a refused request is asked for them.
  const isRefused = entry.status === neededCredentials(world.profile['access.credentials'])?.status
  const profile = isRefused ? world.profile : withAnswer(world.profile, 'access.credentials', 'none')
  if (!profile) return []
  const reply = await replyWith(entry, world, profile)
  const shaping: ChoiceId[] = []
  for (const id of choiceIds) {
    if (!isRefused && id.startsWith('access.')) continue
    for (const other of choices[id].answers) {
      const changed = withAnswer(profile, id, other)
      if (changed === undefined || (await replyWith(entry, world, changed)) === reply) continue
      shaping.push(id)
      break
    }
  }
  return shaping
}

/** A profile with another answer to one choice; undefined if the others contradict it. */
function withAnswer(profile: Profile, id: ChoiceId, answer: unknown): Profile | undefined {
  const answers: Record<string, unknown> = { ...profile, [id]: answer }
  // A 204 never has a body.
  if (isBodiless(answer) && id.endsWith('.status')) delete answers[id.replace('status', 'body')]
  try {
    return completeProfile(answers as PartialProfile)
  } catch {
    return undefined
  }
}

/** The reply to the same request in a temporary world, as text. */
async function replyWith(entry: JournalEntry, world: World, profile: Profile): Promise<string> {
  const { credentials: _any, ...options } = world.options
  const met = postMetBy(entry, world)
  const { posts, ids } = world.store.snapshot()
  const others = posts.filter(({ id }) => id !== met?.id).slice(0, mostPosts)
  const again = new World({ ...options, profile, posts: 0, latency: 0, onWarning() {} })
  again.store.restore({ posts: met ? [{ ...met }, ...others] : others, ids })
  const reply = await answerAgain(entry, again)
  // CORS headers concern the browser, not the caller.
  const read = Object.entries(reply.headers).filter(([name]) => !/^(?:access-control-.+|vary)$/.test(name))
  return stringifyJson([reply.status, read, reply.body ?? null])
}

/** The post that must exist to repeat a request with the same result: the current one, or a placeholder. */
function postMetBy({ operation, path, status }: JournalEntry, { store, profile }: World): Post | undefined {
  const parsed = parsePostId(/^\/posts\/([^/]+)\/?$/.exec(path)?.[1] ?? '')
  if (!('id' in parsed) || status === 404) return undefined
  const missing = operation === 'replace' || operation === 'delete' ? profile[`${operation}.missing`] : 404
  if (missing === status || missing === `creates-${status}`) return undefined
  return store.read(parsed.id) ?? { id: parsed.id, title: 'A title', content: 'A content' }
}
