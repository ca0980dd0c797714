import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { OwnPost } from '../model/own-posts.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { type Listing, listingOf } from '../spec/listing.ts'
import { asList, asPost, type ReceivedPost } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'
import { isFailure } from './attempts.ts'
import type { WrittenPost } from './attribution.ts'
import { attributed, brief, type CheckContext, type Violation } from './check-context.ts'
import { bothSides } from './evidence.ts'

/** The list with all its pages. */
export async function wholeList(context: CheckContext): Promise<{ list: Listing; fault?: Violation }> {
  const { items, broken } = await context.posts.wholeList(({ path }) => context.look(path))
  const list = listingOf(items)
  return broken ? { list, fault: noList(broken) } : { list }
}

/** A reply that is not a list. */
export function noList(reply: ReceivedReply): Violation {
  const { status, body } = reply
  const about = 'the list is not a list'
  const expected = 'status 200 and a JSON array'
  const actual = status === 200 ? brief(body) : `status ${status}`
  const isFinal = isFailure(reply) || (status !== 200 && isSuccess(reply) && asList(body) !== undefined)
  return { clause: 'list.ok', about, expected, actual, isFinal }
}

/** Whether the list shows a post of this run correctly. */
export function isListedRight(list: Listing, post: OwnPost): boolean {
  const listed = list.get(post.id)
  const isOnce = !list.odd.some(({ id, earlier }) => id === post.id && earlier !== undefined)
  return isOnce && listed !== undefined && differences(post, listed, 'list.all', '').length === 0
}

/** The facts about a post that some views show wrong. */
export function factsOf(context: CheckContext, post: OwnPost, list: Listing, target?: WrittenPost) {
  const written = (target && context.own.get(target.id)) ?? post
  const isShown = list.marked(context.marker).some((item) => isEqual(asPost(item), written))
  const isElsewhere = isShown && !isEqual(list.get(written.id), written) && !hasTwin(context, written)
  return { target, isTwin: hasTwin(context, post), isElsewhere }
}

/** Whether another post of the run has the same texts. */
export function hasTwin({ own }: CheckContext, post: OwnPost): boolean {
  return own.alive.some((each) => each.id !== post.id && isEqual(each, post))
}

function isEqual(one: PostFields | undefined, other: PostFields): boolean {
  return one?.title === other.title && one.content === other.content
}

/** The differences between an expected and a received post, one fault for each text. */
export function differences(
  post: OwnPost,
  received: ReceivedPost,
  clause: ClauseId,
  where: string,
): Violation[] {
  return (['title', 'content'] as const).flatMap((field): Violation[] => {
    if (isKept(post[field], received[field])) return []
    const about = `the ${field} of post ${post.id} ${where} is wrong`
    const fault = { clause, about, ...bothSides(post[field], received[field]), post: post.id }
    return [attributed(fault, 'wrong text')]
  })
}

/** A value that is not a post. */
export function shapeless(text: string, id?: PostId): Violation {
  return {
    clause: 'post.shape',
    about: 'this is not a post',
    expected: '{ id: int64 integer, title: string, content: string }',
    actual: brief(text),
    ...(id === undefined ? {} : { post: id }),
  }
}

export function textOf({ id, title, content }: OwnPost): string {
  return brief(stringifyJson({ id, title, content }))
}
