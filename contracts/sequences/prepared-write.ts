import { stringifyJson } from '../../src/json.ts'
import type { PostFields, PostId } from '../../src/post.ts'
import { type Exchange, isSuccess, type SentRequest } from '../exchange.ts'
import type { OwnPost } from '../own-posts.ts'
import type { Write } from './step.ts'

const long = 'A sentence that begins like another one and is as long, but for its last letter, '

/** Texts that differ little, much, or in ways that services forget. */
export const contents = [
  'one',
  'two',
  'One',
  'one ',
  '',
  'a\nb',
  'é',
  'e\u0301',
  '😀',
  '<b>one</b>',
  `${long}a`,
  `${long}b`,
  'x'.repeat(3000),
]

/** A write that is ready to be sent. */
export interface Prepared {
  readonly request: SentRequest
  readonly post: OwnPost | undefined
  readonly fields: PostFields | undefined
}

/** Prepares a write: of a post that is there, or of a new one. */
export function prepared(
  method: string,
  path: string,
  post: OwnPost | undefined,
  fields?: PostFields,
): Prepared {
  const headers: Record<string, string> = fields ? { 'content-type': 'application/json' } : {}
  return { request: { method, path, headers, body: fields && stringifyJson(fields) }, post, fields }
}

/** A title that differs in the case of one letter. */
export function nearly(title: string): string {
  const base = title.replace(/\d*$/, '')
  return base.endsWith('a') ? `${base.slice(0, -1)}A` : `${base.slice(0, -1)}a`
}

/** What each post may be after writes at once: as any of those left it that were done, or gone. */
export function outcomesOf(
  all: readonly { write: Write; made: Prepared }[],
  exchanges: readonly Exchange[],
): Map<PostId, (OwnPost | undefined)[]> {
  const possible = new Map<PostId, (OwnPost | undefined)[]>()
  for (const [at, { made }] of all.entries()) {
    const reply = exchanges[at]?.reply
    if (!made.post || !reply || !isSuccess(reply)) continue
    const { id } = made.post
    const state = made.fields && { id, ...made.fields }
    possible.set(id, [...(possible.get(id) ?? []), state])
  }
  return possible
}
