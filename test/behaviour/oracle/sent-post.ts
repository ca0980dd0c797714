import type { Profile } from '../../../handlers/choices/profile.ts'
import { type Exact, type ExactObject, fromEntries, type KnownPost, type Model } from './model.ts'
import { isInt64 } from './next-id.ts'
import { type Fault, type FaultKind, statusOf } from './sent-body.ts'

/** What a create or replace asks for, or all the reasons to refuse it. */
export interface SentPost {
  readonly faults: readonly Fault[]
  readonly post: KnownPost
  /** The id that a client brings, where the profile honours it. */
  readonly id: bigint | undefined
}

/**
 * Reads the post in a body as the profile says.
 *
 * @param pathId the id in the path of a replace; undefined for a create.
 */
export function readSentPost(
  object: ExactObject,
  model: Pick<Model, 'posts'> & { readonly profile: Profile },
  pathId: bigint | undefined,
): SentPost {
  const { profile } = model
  const body = 'input.invalid-body'
  const faults: Fault[] = []
  const add: Add = (field, fault, kind, answer) =>
    faults.push({ status: typeof answer === 'number' ? answer : statusOf(profile, kind), field, fault, body })
  const [title, content] = (['title', 'content'] as const).map((field) =>
    readText(object, field, profile, add),
  )
  const others = Object.entries(object).filter(([name]) => !['id', 'title', 'content'].includes(name))
  const unknown = profile['input.unknown-fields']
  if (isRefused(unknown)) for (const [name] of others) add(name, 'unknown', 'not-allowed', unknown)
  const extra = unknown === 'stored' ? fromEntries(others.filter(([name]) => name !== '__proto__')) : {}
  const post = { title: title ?? '', content: content ?? '', extra }
  if (!Object.hasOwn(object, 'id') || object.id === null) return { faults, post, id: undefined }
  const id = asId(object.id)
  if (pathId !== undefined) {
    const answer = profile['replace.body-id']
    if (isRefused(answer) && id !== pathId) add('id', 'not-allowed', 'not-allowed', answer)
    return { faults, post, id: undefined }
  }
  const answer = profile['input.client-id']
  if (isRefused(answer)) add('id', 'not-allowed', 'not-allowed', answer)
  if (answer !== 'honoured') return { faults, post, id: undefined }
  if (id === undefined) add('id', 'wrong-type', 'wrong-type')
  else if (faults.length === 0 && model.posts.has(id))
    faults.push({ status: 409, field: 'id', fault: 'taken', body })
  return { faults, post, id }
}

type Add = (field: string, fault: string, kind: FaultKind, answer?: unknown) => void

function isRefused(answer: unknown): boolean {
  return answer === 'refused' || typeof answer === 'number'
}

function readText(
  object: ExactObject,
  field: 'title' | 'content',
  profile: Profile,
  add: Add,
): string | undefined {
  if (!Object.hasOwn(object, field)) {
    if (profile['input.required'].split('+').includes(field)) add(field, 'missing', 'missing')
    return undefined
  }
  const text = asText(object[field] ?? null, profile['input.wrong-type'] === 'coerced')
  if (text === undefined) {
    add(field, 'wrong-type', 'wrong-type', profile['input.wrong-type'])
    return undefined
  }
  const kept = keep(text, profile['text.kept'])
  const empty = profile['input.empty']
  const maxLength = profile['input.max-length']
  const limit = maxLength === 'none' ? undefined : maxLength[field]
  if (kept === '' && (empty === 'refused' || empty === `${field}-refused`)) add(field, 'empty', 'missing')
  if (limit !== undefined && [...kept].length > limit)
    add(field, 'too-long', 'not-allowed', maxLength !== 'none' && maxLength.status)
  return kept
}

function asText(value: Exact, coerces: boolean): string | undefined {
  if (typeof value === 'string') return value
  if (!coerces || (typeof value === 'object' && value !== null)) return undefined
  return value === null ? '' : `${value}`
}

function keep(text: string, kept: Profile['text.kept']): string {
  const entities = new Map([
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['"', '&quot;'],
    ["'", '&#39;'],
  ])
  switch (kept) {
    case 'verbatim':
      return text
    case 'trimmed':
      return text.replace(/^\s+/, '').replace(/\s+$/, '')
    case 'nfc':
      return text.normalize()
    case 'lf':
      return text.split('\r\n').join('\n')
    case 'universal-newlines':
      return text.split('\r\n').join('\n').split('\r').join('\n')
    case 'crlf':
      return text.split('\r\n').join('\n').split('\r').join('\n').split('\n').join('\r\n')
    case 'without-nul':
      return text.split('\u0000').join('')
    case 'html-escaped':
      return [...text.split('')].map((character) => entities.get(character) ?? character).join('')
  }
}

/** An int64 as JSON may spell it; a float is one where it is a whole number that a float holds exactly. */
function asId(value: Exact | undefined): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'bigint' && isInt64(value) ? value : undefined
}
