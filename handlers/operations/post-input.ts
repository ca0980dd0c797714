import { htmlEscape } from 'escape-goat'
import { isRefused } from '../choices/kinds.ts'
import type { Profile } from '../choices/profile.ts'
import { eachField, everyField, type FieldName, isField, namesField, type PostFields } from '../fields.ts'
import type { PlainReply } from '../http/plain.ts'
import { type FieldProblem, refusal } from '../http/refusal.ts'
import { strictRefusal, warningOf } from '../http/warning.ts'
import {
  extentOf,
  isObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '../model/json.ts'
import { type ExtraFields, fieldsOf, type PostId, toPostId } from '../model/post.ts'
import type { RequestContext } from './route.ts'

/** The maximum depth of a body. JavaScript can parse deeper JSON, but cannot copy or write it. */
const deepest = 1000

/** The most unknown fields that a warning names. */
const mostNamed = 5

/** Thrown for a body that is refused, with the reply. */
export class Refused extends Error {
  readonly reply: PlainReply

  constructor(reply: PlainReply) {
    super('The body is refused.')
    this.reply = reply
  }
}

/** The data of a create or replace, after the rules of the profile. */
export interface PostInput {
  readonly fields: PostFields
  /** Further fields, if `input.unknown-fields` stores them. */
  readonly extra: ExtraFields
  /** The id in the body, if it is an int64. */
  readonly id: PostId | undefined
  readonly sent: JsonObject
}

/**
 * Reads the post data of a create or replace. Does not change the state.
 * @param instead the reply for a JSON object with invalid fields; default the refusal of the profile.
 * @throws Refused
 */
export function readPostInput(context: RequestContext, instead?: PlainReply): PostInput {
  const { profile } = context.world
  const object = readJsonBody(context)
  const problems: Found[] = []
  const fields = eachField((name) => readText(profile, object, name, problems))
  noteOtherFields(context, object)
  const unknown = Object.entries(object).filter(([name]) => !isField(name) && name !== 'id')
  const answer = profile['input.unknown-fields']
  if (isRefused(answer))
    // There may be more of them than a call has room for arguments.
    for (const [field] of unknown)
      problems.push(problem(field, 'unknown', 'is not a field of a post', answer))
  const id = readBodyId(context, object, problems)
  const [first] = problems
  if (first) {
    const detail = problems.map(({ detail }) => detail).join(' ')
    const status = first.status ?? statusFor(profile, kindOf(first))
    const errors = problems.map(({ status: _own, ...field }) => field)
    throw new Refused(instead ?? refusal(profile, status, detail, { errors, body: 'input.invalid-body' }))
  }
  // Reading the body added its warnings.
  const outside = strictRefusal(context.world.options, context.warnings)
  if (outside) throw new Refused(outside)
  const extra = answer === 'stored' ? (fieldsOf(Object.fromEntries(unknown)) as ExtraFields) : {}
  return { fields, extra, id, sent: object }
}

/** The body as a JSON object, without a check of its fields. @throws Refused */
function readJsonBody({ request, warnings, world: { profile } }: RequestContext): JsonObject {
  const { body, bodyProblem, headers } = request
  const refused = (status: number, detail: string) => new Refused(refusal(profile, status, detail))
  const malformed = (detail: string) => refused(profile['input.malformed-status'], `The body ${detail}.`)
  if (bodyProblem === 'too-large')
    throw refused(413, `The body is larger than ${profile['input.max-bytes']} bytes.`)
  if (body === undefined) throw malformed(`is missing; a JSON object with ${everyField} is expected`)
  const otherType = otherMediaType(headers['content-type'])
  if (otherType !== undefined) {
    warnings.push(warningOf(request, 'media-type', `the body has ${otherType}`))
    const answer = profile['input.media-type']
    if (answer === 'ignored') return {}
    if (answer !== 'accepted')
      throw refused(answer, `Expected a body of media type application/json, but it has ${otherType}.`)
  }
  if (bodyProblem === 'not-utf-8') throw malformed('is not UTF-8, as JSON has to be (RFC 8259, section 8.1)')
  let value: JsonValue
  try {
    value = parseJson(body)
    if (body.length > 2 * deepest && extentOf(body).depth > deepest) throw new RangeError()
  } catch (error) {
    const isDeep = error instanceof RangeError
    throw malformed(
      isDeep ? `nests deeper than ${deepest} levels` : `is not JSON: ${(error as Error).message}`,
    )
  }
  if (isObject(value)) return value
  const status = statusFor(profile, 'wrong-type')
  const detail = `The body is not a JSON object with ${everyField}.`
  throw new Refused(refusal(profile, status, detail, { body: 'input.invalid-body' }))
}

/** What a body has instead of the media type application/json; undefined where it has that. */
function otherMediaType(sent: string | undefined): string | undefined {
  if (sent === undefined) return 'no Content-Type header'
  return /^application\/json\s*(?:;|$)/i.test(sent) ? undefined : `the media type ${JSON.stringify(sent)}`
}

function noteOtherFields({ request, warnings }: RequestContext, object: JsonObject): void {
  // Many clients send `"id": null` in a create.
  const names = Object.keys(object).filter((name) => !isField(name) && !(name === 'id' && object.id === null))
  if (names.length === 0) return
  const some = names.slice(0, mostNamed).map(briefly).join(', ')
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  warnings.push(warningOf(request, 'unknown-field', `the body has other fields: ${some}${more}`))
}

function readText(profile: Profile, object: JsonObject, field: FieldName, problems: Found[]): string {
  if (!Object.hasOwn(object, field)) {
    if (namesField(profile['input.required'], field)) problems.push(problem(field, 'missing', 'is required'))
    return ''
  }
  const value = object[field] ?? null
  const text = asText(profile, value)
  if (text === undefined) {
    const detail = `must be a string, not ${briefly(value)}`
    problems.push(problem(field, 'wrong-type', detail, profile['input.wrong-type']))
    return ''
  }
  const kept = keepText(profile['text.kept'], text)
  const emptiness = profile['input.empty']
  const limits = profile['input.max-length'] === 'none' ? {} : profile['input.max-length']
  const limit = limits[field]
  // In Unicode code points.
  const length = limit === undefined ? 0 : [...kept].length
  if (kept === '' && (emptiness === 'refused' || namesField(emptiness, field)))
    problems.push(problem(field, 'empty', 'must not be empty'))
  else if (limit !== undefined && length > limit)
    problems.push(
      problem(field, 'too-long', `must have ${limit} characters at most, not ${length}`, limits.status),
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
  { operation, world: { profile }, id: pathId }: RequestContext,
  object: JsonObject,
  problems: Found[],
): PostId | undefined {
  if (!Object.hasOwn(object, 'id') || object.id === null) return undefined
  const id = toPostId(object.id)
  if (operation === 'replace') {
    const answer = profile['replace.body-id']
    if (isRefused(answer) && id !== pathId)
      problems.push(problem('id', 'not-allowed', 'must be the id in the path', answer))
    return undefined
  }
  const answer = profile['input.client-id']
  if (answer === 'ignored') return undefined
  if (isRefused(answer)) problems.push(problem('id', 'not-allowed', 'is assigned by the service', answer))
  else if (id === undefined)
    problems.push(problem('id', 'wrong-type', `must be an int64, not ${briefly(object.id ?? null)}`))
  return id
}

/** A problem, with the status of its choice, if any. */
interface Found extends FieldProblem {
  readonly status: number | undefined
}

function problem(field: string, kind: FieldProblem['fault'], rest: string, answer?: unknown): Found {
  const status = typeof answer === 'number' ? answer : undefined
  return { field, fault: kind, detail: `The field ${JSON.stringify(field)} ${rest}.`, status }
}

function kindOf({ fault }: FieldProblem): 'missing' | 'wrong-type' | 'not-allowed' {
  if (fault === 'missing' || fault === 'empty') return 'missing'
  return fault === 'wrong-type' ? 'wrong-type' : 'not-allowed'
}

/** The status for JSON with invalid values, by the kind of the problem (choice `input.invalid-status`). */
export function statusFor(profile: Profile, kind: 'missing' | 'wrong-type' | 'not-allowed'): number {
  const answer = profile['input.invalid-status']
  return typeof answer === 'number' ? answer : answer[kind]
}

function briefly(value: JsonValue): string {
  const text = stringifyJson(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

const conversions: Readonly<Record<Profile['text.kept'], (text: string) => string>> = {
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
export function keepText(kept: Profile['text.kept'], text: string): string {
  return conversions[kept](text)
}
