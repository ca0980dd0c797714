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
export function readSentPost(object: ExactObject, model: Model, pathId: bigint | undefined): SentPost {
  const { profile } = model
  const faults: Fault[] = []
  const add = (field: string, fault: string, kind: FaultKind) =>
    faults.push({ status: statusOf(profile, kind), field, fault })
  const [title, content] = (['title', 'content'] as const).map((field) =>
    readText(object, field, profile, add),
  )
  const others = Object.entries(object).filter(([name]) => !['id', 'title', 'content'].includes(name))
  const unknown = profile['input.unknown-fields']
  if (unknown === 'refused') for (const [name] of others) add(name, 'unknown', 'not-allowed')
  const extra = unknown === 'stored' ? fromEntries(others.filter(([name]) => name !== '__proto__')) : {}
  const post = { title: title ?? '', content: content ?? '', extra }
  if (!Object.hasOwn(object, 'id')) return { faults, post, id: undefined }
  const id = asId(object.id)
  if (pathId !== undefined) {
    if (profile['replace.body-id'] === 'refused' && id !== pathId) add('id', 'not-allowed', 'not-allowed')
    return { faults, post, id: undefined }
  }
  if (object.id === null && profile['input.client-id-null'] === 'as-none')
    return { faults, post, id: undefined }
  if (profile['input.client-id'] === 'refused') add('id', 'not-allowed', 'not-allowed')
  if (profile['input.client-id'] !== 'honoured') return { faults, post, id: undefined }
  if (id === undefined) add('id', 'wrong-type', 'wrong-type')
  else if (faults.length === 0 && model.posts.has(id))
    faults.push({ status: profile['input.client-id-taken'], field: 'id', fault: 'taken' })
  return { faults, post, id }
}

function readText(
  object: ExactObject,
  field: 'title' | 'content',
  profile: Profile,
  add: (field: string, fault: string, kind: FaultKind) => void,
): string | undefined {
  if (!Object.hasOwn(object, field)) {
    if (profile['input.required'].split('+').includes(field)) add(field, 'missing', 'missing')
    return undefined
  }
  const text = asText(object[field] ?? null, profile['input.wrong-type'] === 'coerced')
  if (text === undefined) {
    add(field, 'wrong-type', 'wrong-type')
    return undefined
  }
  const kept = keep(text, profile['text.kept'])
  const empty = profile['input.empty']
  const maxLength = profile['input.max-length']
  const limit = maxLength === 'none' ? undefined : maxLength[field]
  if (kept === '' && (empty === 'refused' || empty === `${field}-refused`)) add(field, 'empty', 'missing')
  if (limit !== undefined && [...kept].length > limit) add(field, 'too-long', 'not-allowed')
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
