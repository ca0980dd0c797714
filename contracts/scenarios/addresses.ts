import { type PostId, parsePostId } from '../../handlers/model/post.ts'

/** The address of the list, below the base address. */
export const listPath = '/posts'

/** The id of a post; where that is no int64, such as a UUID, the last segment of its address. */
export type PostKey = PostId | string

/** The address of a post, below the base address. */
export function postPath(id: PostKey): string {
  return `${listPath}/${id}`
}

/** Whether a path is that of the list, or of one of its pages. */
export function isListPath(path: string): boolean {
  return path.split('?')[0] === listPath
}

/** The id in the path of a post; undefined where there is none. */
export function idIn(path: string): PostId | undefined {
  return idOf(/^\/posts\/(-?\d+)$/.exec(path))
}

/** The id at the end of a Location header. */
export function idInLocation(location = ''): PostId | undefined {
  return idOf(/(?:^|\/)posts\/([^/?#]+)\/?(?:[?#]|$)/.exec(location))
}

function idOf(match: RegExpExecArray | null): PostId | undefined {
  return parsePostId(match?.[1] ?? '')
}

/** An id that no post has, and how far from the used ids another one is: no run creates so many posts. */
export const distantId = 1_000_003
