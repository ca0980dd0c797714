import { type PostId, parsePostId, toPostId } from '../../handlers/model/post.ts'
import type { ReceivedReply } from '../spec/exchange.ts'
import { postsIn, readBody } from '../spec/post-text.ts'

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
