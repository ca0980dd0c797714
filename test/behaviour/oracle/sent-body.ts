import { MIMEType } from 'node:util'
import type { OperationProfile, Profile } from '../../../handlers/choices/profile.ts'
import { parse } from '../../provider-set/exact-json.ts'
import type { Step } from '../case.ts'
import { type Exact, type ExactObject, isObject } from './model.ts'

/** A reason to refuse a request: the status, and for a field of the body its name and what is wrong with it. */
export interface Fault {
  readonly status: number
  readonly field?: string
  readonly fault?: string
  /** The choice that has the body of the error. Default `error.body`. */
  readonly body?:
    | 'input.invalid-body'
    | 'input.malformed-body'
    | 'input.not-object-body'
    | 'replace.body-id-body'
    | 'path.unknown-body'
}

export type FaultKind = 'missing' | 'wrong-type' | 'not-allowed'

/** What is in the body of a create or replace, or all the reasons to refuse it. */
export type SentBody = { faults: readonly Fault[]; object?: ExactObject }

/** How deep a service can be asked to read where the profile sets no limit. */
const deepest = 1000

/** The bytes of a body. */
export function bytesOf(body: string | Uint8Array | undefined): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
}

/** Reads a body as the choices below `input.` say, up to the JSON object in it. */
export function readSentBody(
  body: string | Uint8Array | undefined,
  headers: Step['headers'],
  profile: OperationProfile,
): SentBody {
  const mediaType = headers['content-type']
  const bytes = bytesOf(body)
  const malformed = (answer: unknown): Fault => ({
    status: typeof answer === 'number' ? answer : profile['input.malformed-status'],
    body: 'input.malformed-body',
  })
  const maxBytes = profile['input.max-bytes']
  if (maxBytes !== 'none' && bytes.byteLength > maxBytes) return { faults: [malformed(413)] }
  if (bytes.byteLength === 0)
    return profile['input.no-body'] === 'as-empty-object'
      ? { faults: [], object: {} }
      : { faults: [malformed(profile['input.no-body'])] }
  const faults: Fault[] = []
  const isJson = /^application\/json *(;|$)/i.test(mediaType ?? '')
  const answer = profile[mediaType === undefined ? 'input.no-media-type' : 'input.media-type']
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const isForm = /^application\/x-www-form-urlencoded *(;|$)/i.test(mediaType ?? '')
  if (isForm && profile['input.form'] === 'fields')
    return { faults: [], object: Object.fromEntries(new URLSearchParams(text)) }
  if (!isJson && answer === 'ignored') return { faults: [], object: {} }
  if (!isJson && typeof answer === 'number') faults.push({ status: answer })
  const charset = isJson ? charsetOf(mediaType ?? '') : undefined
  const isForeign = charset !== undefined && !['utf-8', 'utf8'].includes(charset.toLowerCase())
  const refusesForeign = profile['input.charset']
  if (isForeign && refusesForeign !== 'ignored') faults.push(malformed(refusesForeign))
  const refusesEncoded = profile['input.content-encoding']
  const codings = (headers['content-encoding'] ?? '').toLowerCase().split(',')
  const isEncoded = codings.some((coding) => !['', 'identity'].includes(coding.trim()))
  if (isEncoded && refusesEncoded !== 'ignored') faults.push(malformed(refusesEncoded))
  const isUtf8 = Buffer.from(text).equals(bytes)
  const invalid = profile['input.invalid-utf8']
  if (!isUtf8 && invalid !== 'replaced') return { faults: [...faults, malformed(invalid)] }
  const marked = profile['input.byte-order-mark']
  const isMarkIgnored = marked === 'ignored'
  if (text.startsWith('\ufeff') && !isMarkIgnored) return { faults: [...faults, malformed(marked)] }
  const value = readJson(isMarkIgnored ? text.replace(/^\ufeff/, '') : text, profile)
  if (value === undefined) return { faults: [...faults, malformed('refused')] }
  if (value === 'twice') return { faults: [...faults, malformed(profile['input.duplicate-keys'])] }
  if (!isObject(value))
    return {
      faults: [...faults, { status: statusOf(profile, 'wrong-type'), body: 'input.not-object-body' }],
    }
  return { faults, object: value }
}

/** The charset of a media type, by the rules of the WHATWG (MIME Sniffing Standard, section 4.4). */
function charsetOf(mediaType: string): string | undefined {
  return new MIMEType(mediaType).params.get('charset') ?? undefined
}

/** The status of a body that is JSON and yet refused. */
export function statusOf(profile: Profile, kind: FaultKind): number {
  const answer = profile['input.invalid-status']
  return typeof answer === 'number' ? answer : answer[kind]
}

function readJson(text: string, profile: Profile): Exact | 'twice' | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const { depth, keys } = scan(text)
  const limit = profile['input.max-depth']
  if (depth > (limit === 'none' ? deepest : Math.min(limit, deepest))) return undefined
  if (profile['input.duplicate-keys'] !== 'last-counts' && new Set(keys).size < keys.length) return 'twice'
  return parse(text) as Exact
}

/** Walks through valid JSON, character by character: how deep it nests, and the keys of the outermost object. */
function scan(text: string): { depth: number; keys: string[] } {
  const keys: string[] = []
  let open = ''
  let depth = 0
  let level = 0
  let isKey = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"') {
      const start = at
      for (at++; text.charAt(at) !== '"'; at++) if (text.charAt(at) === '\\') at++
      if (level === 1 && isKey) keys.push(JSON.parse(text.slice(start, at + 1)))
      isKey = false
    } else if (character === '{' || character === '[') {
      level++
      depth = Math.max(depth, level)
      if (level === 1) open = character
      isKey = level === 1 && character === '{'
    } else if (character === '}' || character === ']') level--
    else if (character === ',') isKey = level === 1 && open === '{'
  }
  return { depth, keys }
}
