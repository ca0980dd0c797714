import type { PostId } from '../../handlers/model/post.ts'
import { isBarred } from '../judge/attempts.ts'
import { brief, type Violation } from '../judge/check-context.ts'
import { noList, shapeless } from '../judge/views.ts'
import type { State } from '../model/history.ts'
import type { OwnPost } from '../model/own-posts.ts'
import { type Exchange, idIn, isBusy } from '../spec/exchange.ts'
import { listingOf } from '../spec/listing.ts'
import { asList, asPost, type ReceivedPost, readBody } from '../spec/post-text.ts'
import { areKept } from '../spec/text-changes.ts'
import { nextPage } from '../wire/whole-list.ts'
import type { SequenceRun } from './sequence-run.ts'

/** A read concurrent with writes. */
export interface ConcurrentRead {
  /** The post that was read; undefined for the list. */
  readonly id: PostId | undefined
  /** Whether the same read was right before, without a write in between. */
  readonly isSure: boolean
  readonly exchange: Exchange
}

/** The fault of a read that failed, or that is not a list, or not a post: a delay does not explain it. */
export function replyFault({ context }: SequenceRun, { request, reply }: Exchange): Violation | undefined {
  if (request.method !== 'GET') return undefined
  const { status, body } = reply
  const id = idIn(request.path)
  const hasFailed = status >= 500 && !isBarred(reply) && !isBusy(reply)
  if (id === undefined) {
    const isNone = status === 404 || (status === 200 && !asList(body))
    return hasFailed || isNone ? noList(reply) : undefined
  }
  if (hasFailed)
    return {
      clause: 'read.ok',
      about: `post ${id} cannot be read`,
      expected: 'status 200',
      actual: `status ${status}`,
    }
  if (status !== 200) return undefined
  return context.incomplete.has(id) || asPost(readBody(body)) ? undefined : shapeless(body, id)
}

/**
 * What is wrong with a read concurrent with writes: a post must be as before, or as one of the writes leaves it. The
 * read cannot be repeated, so a fault counts only where a delay does not explain it.
 */
export function concurrentReadFaults(
  run: SequenceRun,
  before: readonly OwnPost[],
  possible: ReadonlyMap<PostId, readonly State[]>,
  { id, isSure, exchange }: ConcurrentRead,
): Violation[] {
  const fault = replyFault(run, exchange)
  if (fault) return [fault]
  const { reply } = exchange
  const mayBe = (post: OwnPost): readonly State[] => [post, ...(possible.get(post.id) ?? [])]
  const wasOnce = (id: PostId, shown: ReceivedPost | undefined) =>
    shown !== undefined && (run.versions.get(id) ?? []).some((version) => areKept(version, shown))
  if (id !== undefined) {
    const post = before.find((each) => each.id === id)
    const shown = reply.status === 200 ? asPost(readBody(reply.body)) : undefined
    if (!post || isOneOf(mayBe(post), shown, id)) return []
    if (shown?.id === id && mayBe(post).includes(undefined) && !wasOnce(id, shown)) return []
    if (!isSure && (!shown || (shown.id === id && wasOnce(id, shown)))) return []
    const about = `post ${id} is wrong when it is read during concurrent writes`
    return [{ clause: 'read.ok', about, expected: textOf(post), actual: brief(reply.body) }]
  }
  const items = reply.status === 200 ? asList(reply.body) : undefined
  // One page does not show the others.
  if (!isSure || !items || nextPage(reply) !== undefined) return []
  const listed = listingOf(items)
  return before.flatMap((post) => {
    const shown = listed.get(post.id)
    const mayBeGone = mayBe(post).includes(undefined)
    // The id of a deleted post may be another post's now.
    if (isOneOf(mayBe(post), shown, post.id) || (mayBeGone && !wasOnce(post.id, shown))) return []
    const about = `post ${post.id} is wrong when it is listed during concurrent writes`
    return [{ clause: 'list.all', about, expected: textOf(post), actual: textOf(shown) }]
  })
}

function isOneOf(states: readonly State[], shown: ReceivedPost | undefined, id: PostId): boolean {
  return (!shown || shown.id === id) && states.some((state) => isSameState(state, shown))
}

/** Whether a post is shown in a state, apart from named changes of its texts. */
export function isSameState(state: State, shown: State): boolean {
  return state && shown ? areKept(state, shown) : state === shown
}

export function textOf(post: State): string {
  return post ? brief(JSON.stringify({ title: post.title, content: post.content })) : 'no such post'
}
