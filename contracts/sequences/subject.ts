import { idIn, type SentRequest, writeOperations } from '../document/exchange.ts'
import { isObject, readBody } from '../document/post-text.ts'
import type { OwnPosts } from '../session/own-posts.ts'
import type { BadBody } from './step.ts'

/** What a request was about: the choices that answer it depend on it. */
export interface Subject {
  readonly operation: 'create' | 'replace' | 'delete' | 'read'
  /** Whether the post that it names was there. */
  readonly exists: boolean
  readonly badBody?: BadBody | undefined
  readonly content?: string | undefined
}

/** What a request is about, before it is sent. */
export function subjectOf({ method, path, body }: SentRequest, own: OwnPosts): Subject {
  const id = idIn(path)
  const operation = writeOperations[method] ?? 'read'
  const exists = operation === 'create' || (id !== undefined && own.get(id) !== undefined)
  const fields = readBody(body ?? '')
  const content = isObject(fields) && typeof fields.content === 'string' ? fields.content : undefined
  return { operation, exists, content }
}
