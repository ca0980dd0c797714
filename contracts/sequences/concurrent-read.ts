import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { Exchange } from '../document/exchange.ts'
import { listingOf } from '../document/listing.ts'
import { asList, asPost, type ReceivedPost, readBody } from '../document/post-text.ts'
import { isKept } from '../document/text-changes.ts'
import { brief, type Violation } from '../judge/check-context.ts'
import type { OwnPost } from '../session/own-posts.ts'
import { nextPage } from '../session/whole-list.ts'
import type { SequenceRun } from './sequence-run.ts'

/** What a post may be: as it was, as one of several writes leaves it, or gone. */
export type States = readonly (OwnPost | undefined)[]

/** What a look saw while writes were under way. */
export interface ConcurrentRead {
  /** The post that was read; undefined for the list. */
  readonly id: PostId | undefined
  /** Whether the same look was right before, and nothing was written in between. */
  readonly isSure: boolean
  readonly exchange: Exchange
}

/**
 * What is wrong with a look while writes were under way: a post that nobody wrote must be as it was, one that was
 * written as it was before or as one of the writes leaves it. It cannot be repeated, so it counts only where no delay
 * explains it: where the same look was right before, or shows what this post never was.
 */
export function concurrentReadFaults(
  { versions }: SequenceRun,
  before: readonly OwnPost[],
  possible: ReadonlyMap<PostId, States>,
  { id, isSure, exchange: { reply } }: ConcurrentRead,
): Violation[] {
  const mayBe = (post: OwnPost): States => [post, ...(possible.get(post.id) ?? [])]
  const wasOnce = (id: PostId, shown: ReceivedPost | undefined) =>
    shown !== undefined &&
    (versions.get(id) ?? []).some(
      ({ title, content }) => isKept(title, shown.title) && isKept(content, shown.content),
    )
  if (id !== undefined) {
    const post = before.find((each) => each.id === id)
    const shown = reply.status === 200 ? asPost(readBody(reply.body)) : undefined
    if (!post || isOneOf(mayBe(post), shown, id)) return []
    if (shown?.id === id && mayBe(post).includes(undefined) && !wasOnce(id, shown)) return []
    if (!isSure && (!shown || (shown.id === id && wasOnce(id, shown)))) return []
    const about = `post ${id}, read while others were written, is not what it was`
    return [{ clause: 'read.ok', about, expected: textOf(post), actual: brief(reply.body) }]
  }
  const items = reply.status === 200 ? asList(reply.body) : undefined
  // A page that others follow does not tell what they hold.
  if (!isSure || !items || nextPage(reply) !== undefined) return []
  const listed = listingOf(items)
  return before.flatMap((post) => {
    const shown = listed.get(post.id)
    const mayBeGone = mayBe(post).includes(undefined)
    // The id of a post that is being deleted may be another's by now.
    if (isOneOf(mayBe(post), shown, post.id) || (mayBeGone && !wasOnce(post.id, shown))) return []
    const about = `post ${post.id}, listed while others were written, is not what it was`
    return [{ clause: 'list.all', about, expected: textOf(post), actual: textOf(shown) }]
  })
}

function isOneOf(states: States, shown: ReceivedPost | undefined, id: PostId): boolean {
  return states.some((state) =>
    state && shown
      ? shown.id === id && isKept(state.title, shown.title) && isKept(state.content, shown.content)
      : state === shown,
  )
}

/** The texts of a post, or that there is none. */
export function textOf(post: PostFields | undefined): string {
  return post ? brief(JSON.stringify({ title: post.title, content: post.content })) : 'no such post'
}
