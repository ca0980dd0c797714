import type { Profile } from '../choices/profile.ts'
import type { PlainReply } from '../http/plain.ts'
import { type FieldFault, refusal } from '../http/refusal.ts'
import { warningOf } from '../http/warning.ts'
import { type JsonValue, stringifyJson } from '../model/json.ts'
import { type ExtraFields, type PostFields, type PostId, toPostId } from '../model/post.ts'
import { type JsonObject, readJsonBody, statusFor } from './json-body.ts'
import type { RequestContext } from './operation.ts'
import { strictRefusal } from './outside.ts'
import { keepText } from './text-kept.ts'

/** What a create or replace sends, as the profile takes it. */
export interface PostInput {
  readonly fields: PostFields
  /** Further fields, where `input.unknown-fields` stores them. */
  readonly extra: ExtraFields
  /** The id in the body, where there is one that is an int64. */
  readonly id: PostId | undefined
}

type Read = { input: PostInput; refused?: never } | { input?: never; refused: PlainReply }

const fieldNames = ['title', 'content'] as const

/** Reads the post data of a create or replace, or says how it is refused. Touches no state. */
export function readPostInput(context: RequestContext): Read {
  const { request, world, warnings } = context
  const { profile } = world
  const { object, refused } = readJsonBody(context)
  if (refused) return { refused: strictRefusal(context) ?? refused }
  const faults: FieldFault[] = []
  const [title, content] = fieldNames.map((field) => readText(profile, object, field, faults))
  const unknown = Object.entries(object).filter(([name]) => !isKnown(name))
  if (unknown.length > 0) {
    const names = unknown.map(([name]) => JSON.stringify(name)).join(', ')
    warnings.push(
      warningOf(
        request,
        'unknown-field',
        `the body has ${unknown.length === 1 ? 'the field' : 'the fields'} ${names}`,
      ),
    )
    if (profile['input.unknown-fields'] === 'refused')
      faults.push(...unknown.map(([field]) => fault(field, 'unknown', 'is not a field of a post')))
  }
  const id = readBodyId(context, object, faults)
  const [first] = faults
  if (first) {
    const detail = faults.map(({ detail }) => detail).join(' ')
    return {
      refused: strictRefusal(context) ?? refusal(profile, statusFor(profile, kindOf(first)), detail, faults),
    }
  }
  const strict = strictRefusal(context)
  if (strict) return { refused: strict }
  const stored =
    profile['input.unknown-fields'] === 'stored' ? unknown.filter(([name]) => name !== '__proto__') : []
  return {
    input: { fields: { title: title ?? '', content: content ?? '' }, extra: Object.fromEntries(stored), id },
  }
}

function isKnown(name: string): boolean {
  return name === 'title' || name === 'content' || name === 'id'
}

function readText(
  profile: Profile,
  object: JsonObject,
  field: 'title' | 'content',
  faults: FieldFault[],
): string | undefined {
  if (!Object.hasOwn(object, field)) {
    const required = profile['input.required']
    if (required === 'title+content' || required === field)
      faults.push(fault(field, 'missing', 'is required'))
    return undefined
  }
  const text = asText(profile, object[field] ?? null)
  if (text === undefined) {
    faults.push(fault(field, 'wrong-type', `must be a string, not ${briefly(object[field] ?? null)}`))
    return undefined
  }
  const kept = keepText(profile['text.kept'], text)
  const emptiness = profile['input.empty']
  const limit = profile['input.max-length'] === 'none' ? undefined : profile['input.max-length'][field]
  if (kept === '' && (emptiness === 'refused' || emptiness === `${field}-refused`))
    faults.push(fault(field, 'empty', 'must not be empty'))
  else if (limit !== undefined && lengthOf(kept) > limit)
    faults.push(fault(field, 'too-long', `must have ${limit} characters at most, not ${lengthOf(kept)}`))
  return kept
}

function asText(profile: Profile, value: JsonValue): string | undefined {
  if (typeof value === 'string') return value
  if (profile['input.wrong-type'] === 'refused' || typeof value === 'object') {
    return value === null && profile['input.wrong-type'] === 'coerced' ? '' : undefined
  }
  return String(value)
}

function readBodyId(
  { request, world: { profile }, warnings, id: pathId }: RequestContext,
  object: JsonObject,
  faults: FieldFault[],
): PostId | undefined {
  if (!Object.hasOwn(object, 'id')) return undefined
  warnings.push(warningOf(request, 'unknown-field', 'the body has the field "id", which the service assigns'))
  const id = toPostId(object.id)
  if (request.method === 'PUT') {
    if (profile['replace.body-id'] === 'refused' && id !== pathId)
      faults.push(fault('id', 'not-allowed', 'must be the id in the path'))
    return undefined
  }
  if (object.id === null && profile['input.client-id-null'] === 'as-none') return undefined
  if (profile['input.client-id'] === 'refused')
    faults.push(fault('id', 'not-allowed', 'is assigned by the service'))
  if (profile['input.client-id'] !== 'honoured') return undefined
  if (id === undefined)
    faults.push(fault('id', 'wrong-type', `must be an int64, not ${briefly(object.id ?? null)}`))
  return id
}

function fault(field: string, kind: FieldFault['fault'], rest: string): FieldFault {
  return { field, fault: kind, detail: `The field ${JSON.stringify(field)} ${rest}.` }
}

function kindOf({ fault }: FieldFault): 'missing' | 'wrong-type' | 'not-allowed' {
  if (fault === 'missing' || fault === 'empty') return 'missing'
  return fault === 'wrong-type' ? 'wrong-type' : 'not-allowed'
}

/** Unicode code points; a text of that many UTF-16 units or fewer need not be counted. */
function lengthOf(text: string): number {
  let length = 0
  for (const _character of text) length++
  return length
}

function briefly(value: JsonValue): string {
  const text = stringifyJson(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
