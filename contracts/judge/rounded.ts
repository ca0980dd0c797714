import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { OwnPost, OwnPosts } from '../model/own-posts.ts'

/** Whether a value is another id than this one, but the same as a double: beyond 2^53 those lack most integers. */
export function isRounded(value: unknown, id: PostId): boolean {
  const other = toPostId(value)
  return other !== undefined && BigInt(other) !== BigInt(id) && Number(other) === Number(id)
}

/** The post of the run that a view shows with its texts, and with its id rounded. */
export function roundedFrom(own: OwnPosts, { id, title, content }: OwnPost): OwnPost | undefined {
  if (Number.isSafeInteger(Number(id))) return undefined
  return own.alive.find((each) => isRounded(id, each.id) && each.title === title && each.content === content)
}

/** A rounded id as what it is. */
export function roundedText(where: string, shown: PostId | string, given: PostId): string {
  return `${where} shows the id ${shown} where the create gave ${given}: ids are rounded to a double`
}
