import { type JsonValue, stringifyJson } from '../../../handlers/model/json.ts'
import { isObject } from '../../document/post-text.ts'

/** The title and the content of a post as one JSON text, to tell later whether they changed; whatever else it has may. */
export function textsOf(post: JsonValue | undefined): string | undefined {
  return isObject(post) ? stringifyJson([post.title ?? null, post.content ?? null]) : undefined
}
