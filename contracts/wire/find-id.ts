import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { isSuccess, type ReceivedReply, type Send } from '../spec/exchange.ts'
import { carries, isObject, postsIn, readBody } from '../spec/post-text.ts'
import { readWholeList } from './whole-list.ts'

/** Where the id of a created post was found. */
export type IdSource = 'body' | 'location' | 'list'

export interface FoundId {
  readonly id: PostId
  readonly source: IdSource
  /** The id in the reply, where it names another post. */
  readonly misnamed?: PostId
}

/**
 * Finds the id of a created post: in the reply's body, in its Location header, or in the list by its unique title. An
 * id counts only when reading it returns a post with that title, so that the run never changes a foreign post.
 *
 * @param marker a text in the title or content that only this post has.
 * @param others ids of posts of this run that have the same text.
 */
export async function findId(
  reply: ReceivedReply,
  marker: string,
  send: Send,
  others: readonly PostId[] = [],
): Promise<FoundId | undefined> {
  let misnamed: PostId | undefined
  const body = namingObject(reply.body)
  // A 202 may describe a job (RFC 9110, section 15.3.3), and a nested object may be anything.
  const isOfPost = carries(body?.object, marker)
  const isOfResult = reply.status !== 202
  for (const [source, id, isClaim] of [
    ['body', body?.id, isOfPost || (isOfResult && body?.isWhole)],
    ['location', idInLocation(reply.headers.location), isOfResult],
  ] as const) {
    if (id === undefined || others.includes(id)) continue
    const read = await send({ method: 'GET', path: `/posts/${id}`, headers: {} })
    const shown = readBody(read.body)
    if (isSuccess(read) && carries(shown, marker)) return { id, source }
    if (isClaim && read.status === 200 && isObject(shown) && toPostId(shown.id) === id) misnamed = id
  }
  const { items } = await readWholeList(send)
  const id = items
    .filter((post) => carries(post, marker))
    .map((post) => (isObject(post) ? toPostId(post.id) : undefined))
    .find((id) => id !== undefined && !others.includes(id))
  if (id === undefined) return undefined
  return { id, source: 'list', ...(misnamed === undefined || misnamed === id ? {} : { misnamed }) }
}

/** The ids that the reply to a create names, in its body and its Location. */
export function idsNamedBy({ body, headers }: ReceivedReply): readonly PostId[] {
  return [idInBody(body), idInLocation(headers.location)].filter((id) => id !== undefined)
}

/** The id in the body of a reply, also of a wrapped post (`{ "data": { "id": 7 } }`). */
export function idInBody(body: string): PostId | undefined {
  return namingObject(body)?.id
}

function namingObject(body: string) {
  const value = readBody(body)
  for (const object of postsIn(value)) {
    const id = toPostId(object.id)
    if (id !== undefined) return { id, object, isWhole: object === value }
  }
  return undefined
}

/** The id at the end of a Location header. */
export function idInLocation(location: string | undefined): PostId | undefined {
  const segment = location?.split(/[?#]/)[0]?.match(/\/posts\/([^/]+)\/?$/)?.[1]
  const parsed = segment === undefined ? undefined : parsePostId(segment)
  return parsed && 'id' in parsed ? parsed.id : undefined
}
