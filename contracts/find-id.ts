import { type PostId, parsePostId, toPostId } from '../src/post.ts'
import { isSuccess, type ReceivedReply, type Send } from './exchange.ts'
import { asList, asPost, isObject, readBody } from './post-text.ts'

/** How the id of a created post became known. */
export type IdSource = 'body' | 'location' | 'list'

/**
 * Finds the id of the post that a create made, whatever it answered: in its body, in its Location header, or in the
 * list by the title, which only this run uses. An id is believed once reading it gives a post with that title: a wrong
 * one would let a run change a post of somebody else.
 */
export async function findId(reply: ReceivedReply, marker: string, send: Send): Promise<{ id: PostId; source: IdSource } | undefined> {
  for (const [source, id] of [['body', idInBody(reply.body)], ['location', idInLocation(reply.headers['location'])]] as const) {
    if (id === undefined) continue
    const read = await send({ method: 'GET', path: `/posts/${id}`, headers: {} })
    if (isSuccess(read) && asPost(readBody(read.body))?.title.includes(marker)) return { id, source }
  }
  const list = await send({ method: 'GET', path: '/posts', headers: {} })
  const listed = asList(list.body)?.map(asPost).find((post) => post?.title.includes(marker))
  return listed && { id: listed.id, source: 'list' }
}

/** The id in the body of a reply: of the post, or of the one it wraps (`{ "data": { "id": 7 } }`). */
export function idInBody(body: string): PostId | undefined {
  const value = readBody(body)
  if (!isObject(value)) return undefined
  const candidates = [value, ...Object.values(value).filter(isObject)]
  for (const candidate of candidates) {
    const id = toPostId(candidate['id'])
    if (id !== undefined) return id
  }
  return undefined
}

/** The id at the end of a Location header. */
export function idInLocation(location: string | undefined): PostId | undefined {
  const segment = location?.split(/[?#]/)[0]?.match(/\/posts\/([^/]+)\/?$/)?.[1]
  const parsed = segment === undefined ? undefined : parsePostId(segment)
  return parsed && 'id' in parsed ? parsed.id : undefined
}
