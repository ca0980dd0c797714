import { isBodiless } from '../choices/kinds.ts'
import { type JsonValue, stringifyJson } from '../model/json.ts'
import type { PostId, StoredPost } from '../model/post.ts'
import { fillTemplate, type Template } from '../model/template.ts'
import type { PlainHeaders, PlainReply } from './plain.ts'

/** A reply with a JSON body; clause `wire.json`. */
export function jsonReply(status: number, body: string, headers?: PlainHeaders): PlainReply {
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body }
}

export function emptyReply(status: number, headers: PlainHeaders = {}): PlainReply {
  return { status, headers, body: undefined }
}

/** The data for the reply to a write. */
export interface Written {
  readonly post: StoredPost
  /** A sentence for users. */
  readonly text: string
  /** The body that the client sent, if any. */
  readonly sent?: JsonValue
}

/** The reply to a successful write, with a body by a template; some statuses never have a body. */
export function writeReply(
  status: number,
  template: Template,
  { post, text, sent = null }: Written,
  headers?: PlainHeaders,
): PlainReply {
  if (template === 'none' || isBodiless(status)) return emptyReply(status, headers)
  const textOf = (part: string) =>
    part === 'post'
      ? postText(post)
      : stringifyJson(part === 'text' ? text : part === 'sent' ? sent : post[part as 'id'])
  return jsonReply(status, fillTemplate(template, textOf), headers)
}

/** A post as JSON with an exact id; id, title and content first. */
export function postText({ id, title, content, ...others }: StoredPost): string {
  let text = `{"id":${id},"title":${JSON.stringify(title)},"content":${JSON.stringify(content)}`
  for (const [name, value] of Object.entries(others))
    text += `,${JSON.stringify(name)}:${stringifyJson(value)}`
  return `${text}}`
}

/** The Location of a new post, in the form of `create.location`. */
export function location(answer: 'yes' | 'no' | 'absolute' | 'list', base: string, id: PostId): PlainHeaders {
  if (answer === 'no') return {}
  if (answer === 'list') return { location: `${pathOf(base)}/posts` }
  return { location: `${answer === 'absolute' ? base : pathOf(base)}/posts/${id}` }
}

/** The Location of a 303: the post, or the list if the post does not exist any more. */
export function seeOther(status: number, base: string, id?: PostId): PlainHeaders {
  return status === 303 ? { location: `${pathOf(base)}/posts${id === undefined ? '' : `/${id}`}` } : {}
}

/** The path of a base address. */
export function pathOf(base: string): string {
  const origin = base.indexOf('://')
  const path = origin < 0 ? 0 : base.indexOf('/', origin + 3)
  return path < 0 ? '' : base.slice(path)
}
