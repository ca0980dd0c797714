import type { PostFields, PostId } from '../../handlers/model/post.ts'
import { attributed } from '../judge/attribution.ts'
import { brief } from '../judge/excerpt.ts'
import type { Expected } from '../judge/expected.ts'
import type { Violation } from '../judge/finding.ts'
import { readSymptoms } from '../judge/read-check.ts'
import { isBarred, noList } from '../judge/reply-check.ts'
import { type Exchange, idIn, isBusy } from '../spec/exchange.ts'
import { type Listing, listingOf } from '../spec/listing.ts'
import { asList, asPost, type ReceivedPost, readBody } from '../spec/post-text.ts'
import { isKept } from '../spec/text-changes.ts'
import { nextPage } from '../wire/whole-list.ts'

/** The texts of a post; undefined where it does not exist. */
export type State = PostFields | undefined

/** The fault of a read that failed, or that is not a list, or not the post: no order and no delay explains it. */
export function replyFault(expected: Expected, { request, reply }: Exchange): Violation | undefined {
  const { status, body } = reply
  if (request.method !== 'GET' || status === 410 || isBarred(reply) || isBusy(reply)) return undefined
  const id = idIn(request.path)
  if (id !== undefined) {
    const faults = readSymptoms(expected, id, reply).map(({ fault }) => fault)
    return faults.find(({ isFinal, clause }) => isFinal || clause === 'post.shape')
  }
  const isNone = status >= 500 || status === 404 || (status === 200 && !asList(body))
  return isNone ? noList(reply) : undefined
}

/** What a read shows; undefined where that is unclear. */
export function shownBy({
  request,
  reply,
}: Exchange): { readonly post: ReceivedPost | undefined } | undefined {
  if (request.method !== 'GET') return undefined
  if (reply.status === 404 || reply.status === 410) return { post: undefined }
  const post = reply.status === 200 ? asPost(readBody(reply.body)) : undefined
  return post && { post }
}

/** The list in a reply; undefined where it is only one page. */
export function listingIn({ request, reply }: Exchange): Listing | undefined {
  if (request.method !== 'GET' || request.path !== '/posts' || reply.status !== 200) return undefined
  const items = nextPage(reply) === undefined ? asList(reply.body) : undefined
  return items && listingOf(items)
}

/** The fault of a read that shows none of the states of a post. */
export function unexplained(
  id: PostId,
  { request, reply }: Exchange,
  states: readonly State[],
  shown: ReceivedPost | undefined,
): Violation {
  const isList = request.path === '/posts'
  const fault: Violation = {
    clause: isList ? 'list.all' : 'read.ok',
    about: `no order of concurrent requests explains post ${id}, as ${isList ? 'listed' : 'read'} between them`,
    expected: states.map(stateText).join(', or '),
    actual: brief(reply.body),
  }
  return shown && isMixed(shown, states) ? attributed(fault, 'torn post') : fault
}

/** Whether a post has the title of one write and the content of another. */
function isMixed(shown: ReceivedPost, states: readonly State[]): boolean {
  const ofTitle = states.filter((state) => state && isKept(state.title, shown.title))
  const ofContent = states.filter((state) => state && isKept(state.content, shown.content))
  return ofTitle.length > 0 && ofContent.length > 0 && !ofTitle.some((state) => ofContent.includes(state))
}

export function stateText(post: State): string {
  return post ? brief(JSON.stringify({ title: post.title, content: post.content })) : 'no such post'
}
