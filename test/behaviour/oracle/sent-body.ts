import type { Profile } from '../../../handlers/choices/profile.ts'
import { parse } from '../../provider-set/exact-json.ts'
import type { Step } from '../case.ts'
import { type Exact, type ExactObject, isObject } from './model.ts'

/** A reason to refuse a request: the status, and for a field of the body its name and what is wrong with it. */
export interface Fault {
  readonly status: number
  readonly field?: string
  readonly fault?: string
  /** The choice that has the body of the error. Default `error.body`. */
  readonly body?: 'input.invalid-body'
}

export type FaultKind = 'missing' | 'wrong-type' | 'not-allowed'

/** What is in the body of a create or replace, or all the reasons to refuse it. */
export type SentBody = { faults: readonly Fault[]; object?: ExactObject }

/** How deep a service can be asked to read. */
const deepest = 1000

/** The bytes of a body. */
export function bytesOf(body: string | Uint8Array | undefined): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
}

/** Reads a body as the choices below `input.` say, up to the JSON object in it. */
export function readSentBody(
  body: string | Uint8Array | undefined,
  headers: Step['headers'],
  profile: Profile,
): SentBody {
  const mediaType = headers['content-type']
  const bytes = bytesOf(body)
  const malformed: Fault = { status: profile['input.malformed-status'] }
  const maxBytes = profile['input.max-bytes']
  if (maxBytes !== 'none' && bytes.byteLength > maxBytes) return { faults: [{ status: 413 }] }
  if (bytes.byteLength === 0) return { faults: [malformed] }
  const faults: Fault[] = []
  const isJson = /^application\/json *(;|$)/i.test(mediaType ?? '')
  const answer = profile['input.media-type']
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (!isJson && answer === 'ignored') return { faults: [], object: {} }
  if (!isJson && typeof answer === 'number') faults.push({ status: answer })
  const value = Buffer.from(text).equals(bytes) ? readJson(text) : undefined
  if (value === undefined) return { faults: [...faults, malformed] }
  if (isObject(value)) return { faults, object: value }
  return {
    faults: [...faults, { status: statusOf(profile, 'wrong-type'), body: 'input.invalid-body' }],
  }
}

/** The status of a body that is JSON and yet refused. */
export function statusOf(profile: Profile, kind: FaultKind): number {
  const answer = profile['input.invalid-status']
  return typeof answer === 'number' ? answer : answer[kind]
}

function readJson(text: string): Exact | undefined {
  try {
    JSON.parse(text)
    const value = parse(text) as Exact
    return isDeeper(value, deepest) ? undefined : value
  } catch {
    return undefined
  }
}

function isDeeper(value: Exact, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}
