import type { Profile } from '../choices/profile.ts'
import { stringifyJson } from '../model/json.ts'
import type { PostId, StoredPost } from '../model/post.ts'
import type { PlainHeaders, PlainReply } from './plain.ts'

/** A reply with a JSON body; clause `wire.json`. */
export function jsonReply(
  profile: Profile,
  status: number,
  body: string,
  headers?: PlainHeaders,
): PlainReply {
  const mediaType =
    profile['wire.charset'] === 'utf-8' ? 'application/json; charset=utf-8' : 'application/json'
  return { status, headers: { ...headers, 'content-type': mediaType }, body }
}

/** A reply without a body. */
export function emptyReply(status: number, headers: PlainHeaders = {}): PlainReply {
  return { status, headers, body: undefined }
}

/** What a write gives back: the answers of `create.body`, `replace.body` and `delete.body`. */
export type BodyAnswer = 'post' | 'id' | 'none' | 'empty-object'

/** The reply to a write that succeeded. A 204 has no body, whatever is asked for (RFC 9110, section 15.3.5). */
export function writeReply(
  profile: Profile,
  status: number,
  answer: BodyAnswer,
  post: StoredPost,
  headers?: PlainHeaders,
): PlainReply {
  if (answer === 'none' || status === 204) return emptyReply(status, headers)
  const body = answer === 'post' ? writePost(post) : answer === 'id' ? `{"id":${post.id}}` : '{}'
  return jsonReply(profile, status, body, headers)
}

const texts = new WeakMap<StoredPost, string>()

/**
 * A post as JSON, kept as long as the post, which never changes. The reply to a write goes without: it is needed once,
 * and keeping it would cost every write a sixth of its time in garbage collection.
 */
export function postText(post: StoredPost): string {
  const known = texts.get(post)
  if (known !== undefined) return known
  const text = writePost(post)
  texts.set(post, text)
  return text
}

/** A post as JSON, its id exact: id, title and content first. */
function writePost({ id, title, content, ...others }: StoredPost): string {
  let text = `{"id":${id},"title":${JSON.stringify(title)},"content":${JSON.stringify(content)}`
  for (const [name, value] of Object.entries(others))
    text += `,${JSON.stringify(name)}:${stringifyJson(value)}`
  return `${text}}`
}

/** The Location of a new post, in the form that `create.location` or `replace.location` names. */
export function location(answer: 'yes' | 'no' | 'absolute', base: string, id: PostId): PlainHeaders {
  if (answer === 'no') return {}
  return { location: `${answer === 'absolute' ? base : pathOf(base)}/posts/${id}` }
}

/** What follows the origin of a base address. */
function pathOf(base: string): string {
  const origin = base.indexOf('://')
  const path = origin < 0 ? 0 : base.indexOf('/', origin + 3)
  return path < 0 ? '' : base.slice(path)
}
