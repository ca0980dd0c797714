import type { Profile } from '../choices/profile.ts'
import { errorFields, fillErrorFields } from '../model/error-fields.ts'
import { stringifyJson } from '../model/json.ts'
import type { PlainHeaders, PlainReply } from './plain.ts'
import { emptyReply, jsonReply } from './reply.ts'

/** One thing wrong with a request, for the `errors` list of an error body. */
export interface FieldFault {
  /** The field of the body, such as `title`. */
  readonly field: string
  readonly fault: 'missing' | 'empty' | 'wrong-type' | 'too-long' | 'unknown' | 'not-allowed' | 'taken'
  readonly detail: string
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
  501: 'Not Implemented',
}

/** An error reply in the form that the profile's `error.body` names. */
export function refusal(
  profile: Profile,
  status: number,
  detail: string,
  errors: readonly FieldFault[] = [],
  headers?: PlainHeaders,
): PlainReply {
  const shape = profile['error.body']
  if (shape === 'none') return emptyReply(status, headers)
  const parts = { status, title: titles[status] ?? 'Client Error', detail }
  const fields = errorFields(shape)
  const body = fields ? fillErrorFields(fields, parts) : { ...parts, errors }
  return jsonReply(profile, status, stringifyJson(body), headers)
}

/** The reply to a request for a post that does not exist. */
export function noSuchPost(profile: Profile, status: number, idText: string): PlainReply {
  return refusal(profile, status, `No post has the id ${idText}.`)
}
