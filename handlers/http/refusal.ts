import { htmlEscape } from 'escape-goat'
import { textTypeOf } from '../choices/kinds.ts'
import type { Profile } from '../choices/profile.ts'
import { stringifyJson } from '../model/json.ts'
import { fillTemplate } from '../model/template.ts'
import { emptyReply, jsonReply, type PlainHeaders, type PlainReply } from './plain.ts'

/** One problem of a request, for the `errors` list of an error body. */
export interface FieldProblem {
  /** The field of the body, such as `title`. */
  readonly field: string
  readonly fault: 'missing' | 'empty' | 'wrong-type' | 'too-long' | 'unknown' | 'not-allowed' | 'taken'
  readonly detail: string
}

const titles: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  303: 'See Other',
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

export function titleOf(status: number): string {
  return titles[status] ?? (status < 400 ? 'Success' : status < 500 ? 'Client Error' : 'Server Error')
}

interface RefusalParts {
  readonly errors?: readonly FieldProblem[]
  readonly headers?: PlainHeaders
  /** The choice of its template. Default `error.body`. */
  readonly body?: ErrorBody
}

/** A choice of an error body; the answer `same` means that of `error.body`. */
export type ErrorBody = 'error.body' | 'input.invalid-body'

/** An error reply in the form of the profile. */
export function refusal(
  profile: Profile,
  status: number,
  detail: string,
  { errors = [], headers = {}, body = 'error.body' }: RefusalParts = {},
): PlainReply {
  const template = profile[profile[body] === 'same' ? 'error.body' : body]
  if (template === 'none') return emptyReply(status, headers)
  const mediaType = textTypeOf(template)
  if (mediaType !== undefined) {
    const page = `<!doctype html><html lang="en"><title>Error</title><pre>${htmlEscape(detail)}</pre></html>\n`
    const body = template === 'html' ? page : detail
    return { status, headers: { ...headers, 'content-type': mediaType }, body }
  }
  const fields = sentencesByField(errors)
  const messages = errors.length > 0 ? errors.map((each) => each.detail) : [detail]
  const parts: Record<string, unknown> = { status, title: titleOf(status), detail, errors, messages, fields }
  const text = fillTemplate(template, (part) => stringifyJson(parts[part]))
  return jsonReply(status, text, headers)
}

function sentencesByField(errors: readonly FieldProblem[]): Record<string, string[]> {
  const byField = Map.groupBy(errors, ({ field }) => field)
  return Object.fromEntries([...byField].map(([field, all]) => [field, all.map(({ detail }) => detail)]))
}

/** An error reply of the server itself, independent of the profile. */
export function refuse(status: number, detail: string, headers: PlainHeaders = {}): Response {
  return new Response(stringifyJson({ status, title: titleOf(status), detail }), {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
