import type { Profile } from '../choices/profile.ts'
import { stringifyJson } from '../model/json.ts'
import { fillTemplate } from '../model/template.ts'
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
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** An error reply in the form that the profile's `error.body` names. */
export function refusal(
  profile: Profile,
  status: number,
  detail: string,
  errors: readonly FieldFault[] = [],
  headers?: PlainHeaders,
): PlainReply {
  const template = profile['error.body']
  if (template === 'none') return emptyReply(status, headers)
  const parts: Record<string, unknown> = {
    status,
    title: titles[status] ?? (status < 500 ? 'Client Error' : 'Server Error'),
    detail,
    errors,
  }
  return jsonReply(
    profile,
    status,
    fillTemplate(template, (part) => stringifyJson(parts[part])),
    headers,
  )
}

/** The reply to a request for a post that does not exist. */
export function noSuchPost(profile: Profile, status: number, idText: string): PlainReply {
  return refusal(profile, status, `No post has the id ${idText}.`)
}
