import { htmlEscape } from 'escape-goat'
import { isRefused } from '../choices/kinds.ts'
import type { Profile } from '../choices/profile.ts'
import type { PlainReply } from '../http/plain.ts'
import { type FieldFault, refusal } from '../http/refusal.ts'
import { warningOf } from '../http/warning.ts'
import { type JsonValue, stringifyJson } from '../model/json.ts'
import { type ExtraFields, type PostFields, type PostId, toPostId } from '../model/post.ts'
import { type JsonObject, Refused, readJsonBody, statusFor } from './json-body.ts'
import type { RequestContext } from './operation.ts'
import { strictRefusal } from './warnings.ts'

/** The data of a create or replace, after the rules of the profile. */
export interface PostInput {
  readonly fields: PostFields
  /** Further fields, if `input.unknown-fields` stores them. */
  readonly extra: ExtraFields
  /** The id in the body, if it is an int64. */
  readonly id: PostId | undefined
  /** The complete object that was sent. */
  readonly sent: JsonObject
}

/** The most unknown fields that a warning names. */
const mostNamed = 5

const fieldNames = ['title', 'content'] as const

/**
 * Reads the post data of a create or replace. Does not change the state.
 * @param instead the reply for a JSON object with invalid fields; default the refusal of the profile.
 * @throws Refused
 */
export function readPostInput(context: RequestContext, instead?: PlainReply): PostInput {
  const { request, world, warnings } = context
  const { profile } = world
  const object = readJsonBody(context, profile)
  const faults: Found[] = []
  const [title, content] = fieldNames.map((field) => readText(profile, object, field, faults))
  const unknown = Object.entries(object).filter(([name]) => !isKnown(name))
  if (unknown.length > 0) {
    const names = unknown
      .slice(0, mostNamed)
      .map(([name]) => briefly(name))
      .join(', ')
    const more = unknown.length > mostNamed ? ` and ${unknown.length - mostNamed} more` : ''
    const fields = unknown.length === 1 ? 'the field' : 'the fields'
    warnings.push(warningOf(request, 'unknown-field', `the body has ${fields} ${names}${more}`))
    const answer = profile['input.unknown-fields']
    if (isRefused(answer))
      // There may be more of them than a call has room for arguments.
      for (const [field] of unknown) faults.push(fault(field, 'unknown', 'is not a field of a post', answer))
  }
  const id = readBodyId(context, profile, object, faults)
  const [first] = faults
  if (first) {
    const detail = faults.map(({ detail }) => detail).join(' ')
    const status = first.status ?? statusFor(profile, kindOf(first))
    const fields = faults.map(({ status: _own, ...field }) => field)
    const parts = { errors: fields, body: 'input.invalid-body' } as const
    throw new Refused(instead ?? refusal(profile, status, detail, parts))
  }
  // Reading the body added its warnings.
  const outside = strictRefusal(context)
  if (outside) throw new Refused(outside)
  const stored =
    profile['input.unknown-fields'] === 'stored' ? unknown.filter(([name]) => name !== '__proto__') : []
  return {
    fields: { title: title ?? '', content: content ?? '' },
    extra: Object.fromEntries(stored),
    id,
    sent: object,
  }
}

function isKnown(name: string): boolean {
  return name === 'title' || name === 'content' || name === 'id'
}

function readText(
  profile: Profile,
  object: JsonObject,
  field: 'title' | 'content',
  faults: Found[],
): string | undefined {
  if (!Object.hasOwn(object, field)) {
    const required = profile['input.required']
    if (required === 'title+content' || required === field)
      faults.push(fault(field, 'missing', 'is required'))
    return undefined
  }
  const value = object[field] ?? null
  const text = asText(profile, value)
  if (text === undefined) {
    const detail = `must be a string, not ${briefly(value)}`
    faults.push(fault(field, 'wrong-type', detail, profile['input.wrong-type']))
    return undefined
  }
  const kept = keepText(profile['text.kept'], text)
  const emptiness = profile['input.empty']
  const limits = profile['input.max-length'] === 'none' ? {} : profile['input.max-length']
  const limit = limits[field]
  if (kept === '' && (emptiness === 'refused' || emptiness === `${field}-refused`))
    faults.push(fault(field, 'empty', 'must not be empty'))
  else if (limit !== undefined && lengthOf(kept) > limit)
    faults.push(
      fault(field, 'too-long', `must have ${limit} characters at most, not ${lengthOf(kept)}`, limits.status),
    )
  return kept
}

function asText(profile: Profile, value: JsonValue): string | undefined {
  if (typeof value === 'string') return value
  if (profile['input.wrong-type'] !== 'coerced') return undefined
  if (value === null) return ''
  return typeof value === 'object' ? undefined : String(value)
}

function readBodyId(
  { request, warnings, id: pathId }: RequestContext,
  profile: Profile,
  object: JsonObject,
  faults: Found[],
): PostId | undefined {
  if (!Object.hasOwn(object, 'id') || object.id === null) return undefined
  warnings.push(warningOf(request, 'unknown-field', 'the body has the field "id", which the service assigns'))
  const id = toPostId(object.id)
  if (request.method === 'PUT') {
    const answer = profile['replace.body-id']
    if (isRefused(answer) && id !== pathId)
      faults.push(fault('id', 'not-allowed', 'must be the id in the path', answer))
    return undefined
  }
  const answer = profile['input.client-id']
  if (answer === 'ignored') return undefined
  if (isRefused(answer)) faults.push(fault('id', 'not-allowed', 'is assigned by the service', answer))
  else if (id === undefined)
    faults.push(fault('id', 'wrong-type', `must be an int64, not ${briefly(object.id ?? null)}`))
  return id
}

/** A problem, with the status of its choice, if any. */
interface Found extends FieldFault {
  readonly status: number | undefined
}

function fault(field: string, kind: FieldFault['fault'], rest: string, answer?: unknown): Found {
  const status = typeof answer === 'number' ? answer : undefined
  return { field, fault: kind, detail: `The field ${JSON.stringify(field)} ${rest}.`, status }
}

function kindOf({ fault }: FieldFault): 'missing' | 'wrong-type' | 'not-allowed' {
  if (fault === 'missing' || fault === 'empty') return 'missing'
  return fault === 'wrong-type' ? 'wrong-type' : 'not-allowed'
}

/** The number of Unicode code points. */
function lengthOf(text: string): number {
  let length = 0
  for (const _character of text) length++
  return length
}

function briefly(value: JsonValue): string {
  const text = stringifyJson(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

type TextKept = Profile['text.kept']

const conversions: Readonly<Record<TextKept, (text: string) => string>> = {
  verbatim: (text) => text,
  trimmed: (text) => text.trim(),
  nfc: (text) => text.normalize('NFC'),
  lf: (text) => text.replaceAll('\r\n', '\n'),
  'universal-newlines': (text) => text.replaceAll(/\r\n?/g, '\n'),
  crlf: (text) => text.replaceAll(/\r\n?|\n/g, '\r\n'),
  'without-nul': (text) => text.replaceAll('\0', ''),
  'html-escaped': (text) => htmlEscape(text),
}

/** Converts a text for storage (choice `text.kept`); `verbatim` keeps all UTF-16 units, also lone surrogates. */
export function keepText(kept: TextKept, text: string): string {
  return conversions[kept](text)
}
