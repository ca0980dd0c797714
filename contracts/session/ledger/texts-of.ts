import { type JsonValue, stringifyJson } from '../../../handlers/model/json.ts'
import { isObject } from '../../document/post-text.ts'

/** The title and content of a post as JSON, to compare later. */
export function textsOf(post: JsonValue | undefined): string | undefined {
  return isObject(post) ? stringifyJson([post.title ?? null, post.content ?? null]) : undefined
}
