import type { Profile } from '../choices/profile.ts'
import type { PlainReply } from '../http/plain.ts'
import { refusal } from '../http/refusal.ts'
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
export function readJsonBody({ request, warnings, world: { profile } }: RequestContext): JsonObject {
  const { body, bodyFault, headers } = request
  const refused = (status: number, detail: string) => new Refused(refusal(profile, status, detail))
  const malformed = (detail: string) => refused(profile['input.malformed-status'], `The body ${detail}.`)
  if (bodyFault === 'too-large')
    throw refused(413, `The body is larger than ${profile['input.max-bytes']} bytes.`)
  if (body === undefined) throw malformed('is missing; a JSON object with title and content is expected')
  const otherType = otherMediaType(headers['content-type'])
  if (otherType !== undefined) {
    warnings.push(warningOf(request, 'media-type', `the body has ${otherType}`))
    const answer = profile['input.media-type']
    if (answer === 'ignored') return {}
    if (answer !== 'accepted')
      throw refused(answer, `Expected a body of media type application/json, but it has ${otherType}.`)
  }
  if (bodyFault === 'not-utf-8') throw malformed('is not UTF-8, as JSON has to be (RFC 8259, section 8.1)')
  let value: JsonValue
  try {
    value = parseJson(body)
    if (body.length > 2 * deepest && depthOf(body) > deepest) throw new RangeError()
  } catch (error) {
    const isDeep = error instanceof RangeError
    throw malformed(
      isDeep ? `nests deeper than ${deepest} levels` : `is not JSON: ${(error as Error).message}`,
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  const detail = 'The body is not a JSON object with title and content.'
  throw new Refused(
    refusal(profile, statusFor(profile, 'wrong-type'), detail, { body: 'input.invalid-body' }),
  )
}

/** What a body has instead of the media type application/json; undefined where it has that. */
function otherMediaType(sent: string | undefined): string | undefined {
  if (sent === undefined) return 'no Content-Type header'
  return /^application\/json\s*(?:;|$)/i.test(sent) ? undefined : `the media type ${JSON.stringify(sent)}`
}

/** The status for JSON with invalid values, by the kind of the problem (choice `input.invalid-status`). */
export function statusFor(profile: Profile, kind: 'missing' | 'wrong-type' | 'not-allowed'): number {
  const answer = profile['input.invalid-status']
  return typeof answer === 'number' ? answer : answer[kind]
}
