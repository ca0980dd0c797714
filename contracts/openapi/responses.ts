import { STATUS_CODES } from 'node:http'
import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import { type Content, type Headers, type Response, reference, type Schema } from './document.ts'
import type { DocumentedReply } from './replies.ts'
import { type BodyChoice, bodySchema } from './schemas.ts'

/** The responses of an operation by status. */
export function responsesOf(
  operation: OperationName,
  replies: readonly DocumentedReply[],
  profile: Profile,
): Record<string, Response> {
  const byStatus = Map.groupBy(replies, ({ status }) => status)
  const statuses = [...byStatus].toSorted(([one], [other]) => one - other)
  return Object.fromEntries(
    statuses.map(([status, alike]) => [String(status), response(operation, status, alike, profile)]),
  )
}

function response(
  operation: OperationName,
  status: number,
  replies: readonly DocumentedReply[],
  profile: Profile,
): Response {
  const headers = headersOf(operation, replies, profile)
  const types = [...new Set(replies.map(({ headers }) => headers['content-type']))]
  const schemas = bodySchemas(operation, status >= 400, profile)
  const [schema, ...others] = schemas
  const json = others.length > 0 ? { anyOf: schemas } : (schema ?? {})
  const content: Content = Object.fromEntries(
    types
      .filter((type) => type !== undefined)
      .map((type) => [type, { schema: type === 'application/json' ? json : { type: 'string' } }]),
  )
  return {
    description: describe(status, replies),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(content).length > 0 && { content }),
    ...(types.length > 1 && types.includes(undefined) && { 'x-optional-body': true }),
  }
}

/** The possible JSON bodies. */
function bodySchemas(operation: OperationName, isRefusal: boolean, profile: Profile): Schema[] {
  if (!isRefusal && operation === 'list') return [{ type: 'array', items: reference('Post') }]
  if (!isRefusal && operation === 'read') return [reference('Post')]
  const choices: BodyChoice[] = isRefusal ? ['error.body'] : []
  const hasInput = operation === 'create' || operation === 'replace'
  if (isRefusal && hasInput) choices.push('input.invalid-body')
  if (!isRefusal && operation !== 'list' && operation !== 'read') choices.push(`${operation}.body`)
  return choices.map((choice) => bodySchema(choice, profile)).filter((schema) => schema !== undefined)
}

/** What decides a reply. */
function describe(status: number, replies: readonly DocumentedReply[]): string {
  const ids = [...new Set(replies.flatMap(({ ids }) => ids))].map((id) => `\`${id}\``)
  return `${STATUS_CODES[status] ?? status}${ids.length > 0 ? `: ${ids.join(', ')}` : ''}`
}

const headerTexts = {
  Location: 'The address of the post, or of the list.',
  Link: 'The next page, with rel="next" (RFC 8288); missing on the last page.',
  'Retry-After': 'The seconds to wait before the next request.',
  'WWW-Authenticate': 'The necessary credentials (RFC 9110, section 11.6.1).',
} as const

function headersOf(operation: OperationName, replies: readonly DocumentedReply[], profile: Profile): Headers {
  const headers: Record<string, Headers[string]> = {}
  for (const [name, description] of Object.entries(headerTexts)) {
    const values = replies.flatMap(({ headers }) => headers[name.toLowerCase()] ?? [])
    const isPaged = name === 'Link' && operation === 'list' && profile['list.page-size'] !== 'none'
    if (values.length === 0 && !isPaged) continue
    const required = !isPaged && values.length === replies.length
    const isUrl = values.every((value) => /^https?:/.test(value))
    const format = name !== 'Location' ? undefined : isUrl ? 'uri' : 'uri-reference'
    headers[name] = { description, required, schema: { type: 'string', ...defined({ format }) } }
  }
  return headers
}
