import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import { type Content, type Headers, marks, type Response, reference, type Schema } from './document.ts'
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
    description: describe(replies),
    ...marks(
      replies.flatMap(({ clauses }) => clauses),
      replies.flatMap(({ choices }) => choices),
    ),
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

/** What leads to a reply: the first request, and those that show further choices. */
function describe(replies: readonly DocumentedReply[]): string {
  const told = new Set<string>()
  const lines = replies.flatMap(({ about, clauses, choices }, at) => {
    const ids = [...clauses, ...choices].filter((id) => !told.has(id))
    if (at > 0 && ids.length === 0) return []
    for (const id of ids) told.add(id)
    return `${about}${ids.length > 0 ? ` (${ids.map((id) => `\`${id}\``).join(', ')})` : ''}`
  })
  return lines.length === 1
    ? `The reply to: ${lines}.`
    : `The reply to:\n${lines.map((line) => `- ${line}`).join('\n')}`
}

const headerTexts = {
  location: ['Location', 'The address of the post, or of the list.'],
  allow: ['Allow', 'The methods of the path, separated by commas (RFC 9110, section 10.2.1).'],
  link: ['Link', 'The next page, with rel="next" (RFC 8288); missing on the last page.'],
  'retry-after': ['Retry-After', 'The seconds to wait before the next request.'],
  'www-authenticate': ['WWW-Authenticate', 'The necessary credentials (RFC 9110, section 11.6.1).'],
} as const

function headersOf(operation: OperationName, replies: readonly DocumentedReply[], profile: Profile): Headers {
  const headers: Record<string, Headers[string]> = {}
  for (const [name, [title, description]] of Object.entries(headerTexts)) {
    const values = replies.flatMap(({ headers }) => headers[name] ?? [])
    const isPaged = name === 'link' && operation === 'list' && profile['list.page-size'] !== 'none'
    if (values.length === 0 && !isPaged) continue
    const required = !isPaged && values.length === replies.length
    const isUrl = values.every((value) => /^https?:/.test(value))
    const format = name !== 'location' ? undefined : isUrl ? 'uri' : 'uri-reference'
    headers[title] = { description, required, schema: { type: 'string', ...defined({ format }) } }
  }
  return headers
}
