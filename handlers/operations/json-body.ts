import type { Profile } from '../choices/profile.ts'
import type { PlainReply } from '../http/plain.ts'
import { type ErrorBody, refusal } from '../http/refusal.ts'
import { warningOf } from '../http/warning.ts'
import { depthOf, type JsonValue, parseJson } from '../model/json.ts'
import type { RequestContext } from './operation.ts'

/** A JSON object from a client. */
export type JsonObject = { [key: string]: JsonValue }

/** The maximum depth of a body. JavaScript can parse deeper JSON, but cannot copy or write it. */
const deepest = 1000

/** Thrown for a body that is refused, with the reply. */
export class Refused extends Error {
  readonly reply: PlainReply

  constructor(reply: PlainReply) {
    super('The body is refused.')
    this.reply = reply
  }
}

/**
 * Reads the body of a create or replace as a JSON object; `readPostInput` checks its fields.
 * @throws Refused
 */
export function readJsonBody(context: RequestContext, profile: Profile): JsonObject {
  const { body, bodyFault } = context.request
  if (bodyFault === 'too-large')
    throw refused(profile, 413, `The body is larger than ${profile['input.max-bytes']} bytes.`)
  if (body === undefined)
    throw malformed(profile, 'The body is missing; a JSON object with title and content is expected.')
  const otherType = noteMediaType(context)
  const answer = profile['input.media-type']
  if (otherType !== undefined && answer !== 'accepted') {
    if (answer === 'ignored') return {}
    const detail = `Expected a body of media type application/json, but ${otherType}.`
    throw refused(profile, answer, detail)
  }
  if (bodyFault === 'not-utf-8')
    throw malformed(profile, 'The body is not UTF-8, as JSON has to be (RFC 8259, section 8.1).')
  return parse(profile, body)
}

/**
 * Adds a warning where the headers of a body say that it is not JSON in UTF-8.
 * @returns how the media type differs from application/json; undefined if it does not.
 */
function noteMediaType({ request, warnings }: RequestContext): string | undefined {
  const { 'content-type': sent, 'content-encoding': encoding = '' } = request.headers
  const warn = (detail: string) => {
    warnings.push(warningOf(request, 'media-type', detail))
    return detail
  }
  if (sent === undefined) return warn('the body has no Content-Type header')
  if (!/^application\/json\s*(?:;|$)/i.test(sent))
    return warn(`the body has the media type ${JSON.stringify(sent)}`)
  const [, charset = ''] = /;\s*charset="?([^";\s]*)/i.exec(sent) ?? []
  if (!/^(?:utf-?8)?$/i.test(charset)) warn(`the body has the charset ${JSON.stringify(charset)}`)
  if (!/^(?:\s*(?:identity)?\s*,?)*$/i.test(encoding))
    warn(`the body has the Content-Encoding ${JSON.stringify(encoding)}`)
  return undefined
}

function parse(profile: Profile, text: string): JsonObject {
  let value: JsonValue
  try {
    value = parseJson(text)
    if (text.length > 2 * deepest && depthOf(text) > deepest) throw new RangeError()
  } catch (error) {
    const isDeep = error instanceof RangeError
    const detail = isDeep ? `nests deeper than ${deepest} levels` : `is not JSON: ${(error as Error).message}`
    throw malformed(profile, `The body ${detail}.`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  const kind = Array.isArray(value)
    ? 'an array'
    : value === null
      ? 'null'
      : `a ${typeof value === 'bigint' ? 'number' : typeof value}`
  const detail = `The body is ${kind}; a JSON object with title and content is expected.`
  throw refused(profile, statusFor(profile, 'wrong-type'), detail, 'input.invalid-body')
}

/** The status for JSON with invalid values, by the kind of the problem (choice `input.invalid-status`). */
export function statusFor(profile: Profile, kind: 'missing' | 'wrong-type' | 'not-allowed'): number {
  const answer = profile['input.invalid-status']
  return typeof answer === 'number' ? answer : answer[kind]
}

/** Refuses a body that is not JSON. */
function malformed(profile: Profile, detail: string): Refused {
  return refused(profile, profile['input.malformed-status'], detail)
}

function refused(profile: Profile, status: number, detail: string, body: ErrorBody = 'error.body'): Refused {
  return new Refused(refusal(profile, status, detail, { body }))
}
