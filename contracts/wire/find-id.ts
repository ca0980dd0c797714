import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import { isSuccess, type ReceivedReply, type Send } from '../spec/exchange.ts'
import { asPost, carries, isObject, postsIn, type ReceivedPost, readBody } from '../spec/post-text.ts'
import { readWholeList } from './whole-list.ts'

export interface FoundId {
  readonly id: PostId
  /** The post, where it was read. */
  readonly shown?: ReceivedPost | undefined
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
  for (const id of new Set(idsNamedBy(reply))) {
    if (others.includes(id)) continue
    const read = await send({ method: 'GET', path: `/posts/${id}`, headers: {} })
    const shown = readBody(read.body)
    if (isSuccess(read) && carries(shown, marker)) return { id, shown: asPost(shown) }
  }
  const { items } = await readWholeList(send)
  const id = items
    .filter((post) => carries(post, marker))
    .map((post) => (isObject(post) ? toPostId(post.id) : undefined))
    .find((id) => id !== undefined && !others.includes(id))
  return id === undefined ? undefined : { id }
}

/** The ids that the reply to a create names, in its body and its Location. */
export function idsNamedBy({ body, headers }: ReceivedReply): readonly PostId[] {
  return [idInBody(body), idInLocation(headers.location)].filter((id) => id !== undefined)
}

/** The id in the body of a reply, also of a wrapped post (`{ "data": { "id": 7 } }`). */
export function idInBody(body: string): PostId | undefined {
  return postsIn(readBody(body))
    .map((object) => toPostId(object.id))
    .find((id) => id !== undefined)
}

/** The id at the end of a Location header. */
export function idInLocation(location: string | undefined): PostId | undefined {
  const segment = location?.split(/[?#]/)[0]?.match(/\/posts\/([^/]+)\/?$/)?.[1]
  const parsed = segment === undefined ? undefined : parsePostId(segment)
  return parsed && 'id' in parsed ? parsed.id : undefined
}
