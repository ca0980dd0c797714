import type { OperationProfile, Profile } from '../choices/profile.ts'
import type { PlainReply } from '../http/plain.ts'
import { type ErrorBody, refusal } from '../http/refusal.ts'
import { warningOf } from '../http/warning.ts'
import { type JsonValue, outlineJson, parseJson } from '../model/json.ts'
import type { RequestContext } from './operation.ts'

/** A JSON object from a client. */
export type JsonObject = { [key: string]: JsonValue }

/** The maximum depth of a body. JavaScript can parse deeper JSON, but cannot copy or write it. */
const deepest = 1000

/** The body of a request, or the reply that refuses it. */
export type JsonBody = { object: JsonObject; refused?: never } | { object?: never; refused: PlainReply }

/** Reads the body of a create or replace as a JSON object; `readPostInput` checks its fields. */
export function readJsonBody(context: RequestContext, profile: OperationProfile): JsonBody {
  const { request } = context
  if (request.bodyFault === 'too-large') {
    return refuse(profile, 413, `The body is larger than ${profile['input.max-bytes']} bytes.`)
  }
  if (request.body === undefined) {
    const answer = profile['input.no-body']
    if (answer === 'as-empty-object') return { object: {} }
    return malformed(
      profile,
      'The body is missing; a JSON object with title and content is expected.',
      answer,
    )
  }
  const byHeaders = judgeMediaType(context, profile) ?? judgeEncoding(context, profile)
  if (byHeaders) return byHeaders
  const invalid = profile['input.invalid-utf8']
  if (request.bodyFault === 'not-utf-8' && invalid !== 'replaced')
    return malformed(profile, 'The body is not UTF-8, as JSON has to be (RFC 8259, section 8.1).', invalid)
  if (!request.body.startsWith('\ufeff')) return parse(profile, request.body)
  const marked = profile['input.byte-order-mark']
  // A parser may ignore a byte order mark (RFC 8259, section 8.1).
  if (marked === 'ignored') return parse(profile, request.body.slice(1))
  return malformed(profile, 'The body begins with a byte order mark (RFC 8259, section 8.1).', marked)
}

/** The result if the media type decides it; undefined if the body must be read. */
function judgeMediaType(context: RequestContext, profile: OperationProfile): JsonBody | undefined {
  const { request, warnings } = context
  const sent = request.headers['content-type']
  if (sent !== undefined && /^application\/json\s*(?:;|$)/i.test(sent))
    return judgeCharset(context, profile, sent)
  const answer = profile[sent === undefined ? 'input.no-media-type' : 'input.media-type']
  const detail =
    sent === undefined
      ? 'the body has no Content-Type header'
      : `the body has the media type ${JSON.stringify(sent)}`
  warnings.push(warningOf(request, 'media-type', detail))
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(sent ?? '')
  if (isForm && profile['input.form'] === 'fields')
    return { object: Object.fromEntries(new URLSearchParams(request.body)) }
  if (answer === 'accepted') return undefined
  if (answer === 'ignored') return { object: {} }
  return refuse(
    profile,
    answer,
    `Expected a body of media type application/json, but ${detail}.`,
    'error.body',
  )
}

/** JSON has no charset parameter, so the choice `input.charset` decides. */
function judgeCharset(
  { request, warnings }: RequestContext,
  profile: OperationProfile,
  mediaType: string,
): JsonBody | undefined {
  const [, quoted, bare] = /;\s*charset=(?:"([^"]*)"|([^;\s]*))/i.exec(mediaType) ?? []
  const charset = quoted ?? bare ?? ''
  if (charset === '' || /^utf-?8$/i.test(charset)) return undefined
  const detail = `the body has the charset ${JSON.stringify(charset)}`
  warnings.push(warningOf(request, 'media-type', detail))
  const answer = profile['input.charset']
  if (answer === 'ignored') return undefined
  return refuse(profile, answer, `JSON is UTF-8 (RFC 8259, section 8.1), but ${detail}.`)
}

/** The result if a Content-Encoding decides it. Bodies are never decompressed. */
function judgeEncoding(
  { request, warnings }: RequestContext,
  profile: OperationProfile,
): JsonBody | undefined {
  const encoding = request.headers['content-encoding'] ?? ''
  if (encoding.split(',').every((coding) => /^(?:identity)?$/i.test(coding.trim()))) return undefined
  const detail = `the body has the Content-Encoding ${JSON.stringify(encoding)}`
  warnings.push(warningOf(request, 'media-type', detail))
  const answer = profile['input.content-encoding']
  return answer === 'ignored'
    ? undefined
    : refuse(profile, answer, `Expected a body as it is, but ${detail}.`)
}

function parse(profile: OperationProfile, text: string): JsonBody {
  const limit = profile['input.max-depth']
  const maxDepth = limit === 'none' ? deepest : Math.min(limit, deepest)
  let value: JsonValue
  try {
    value = parseJson(text)
    if (mayNestDeeper(text, maxDepth) && outlineJson(text).depth > maxDepth) throw new RangeError()
  } catch (error) {
    if (error instanceof RangeError)
      return malformed(profile, `The body nests deeper than ${maxDepth} levels.`)
    return malformed(profile, `The body is not JSON: ${(error as Error).message}.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const kind = Array.isArray(value)
      ? 'an array'
      : value === null
        ? 'null'
        : `a ${typeof value === 'bigint' ? 'number' : typeof value}`
    return refuse(
      profile,
      statusFor(profile, 'wrong-type'),
      `The body is ${kind}; a JSON object with title and content is expected.`,
      'input.not-object-body',
    )
  }
  const duplicates = profile['input.duplicate-keys']
  if (duplicates !== 'last-counts') {
    const seen = new Set<string>()
    const twice = outlineJson(text).keys.find((key) => seen.size === seen.add(key).size)
    if (twice !== undefined)
      return malformed(profile, `The body names the field ${JSON.stringify(twice)} twice.`, duplicates)
  }
  return { object: value }
}

/** The status for JSON with invalid values, by the kind of the problem (choice `input.invalid-status`). */
export function statusFor(profile: Profile, kind: 'missing' | 'wrong-type' | 'not-allowed'): number {
  const answer = profile['input.invalid-status']
  return typeof answer === 'number' ? answer : answer[kind]
}

/** A cheap check by counting brackets, which is enough for usual bodies. */
function mayNestDeeper(text: string, maxDepth: number): boolean {
  if (text.length < 2 * maxDepth) return false
  let brackets = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code === 0x5b || code === 0x7b) && ++brackets > maxDepth) return true
  }
  return false
}

/** Refuses a body that is not JSON, or one whose choice refuses it in the same way. */
function malformed(profile: OperationProfile, detail: string, answer: unknown = 'refused'): JsonBody {
  return refuse(profile, typeof answer === 'number' ? answer : profile['input.malformed-status'], detail)
}

function refuse(
  profile: Profile,
  status: number,
  detail: string,
  body: ErrorBody = 'input.malformed-body',
): JsonBody {
  return { refused: refusal(profile, status, detail, { body }) }
}
