import type { Profile } from '../../handlers/choices/profile.ts'
import { titleOf } from '../../handlers/http/refusal.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import { type Content, type Response, reference, type Schema } from './document.ts'
import type { DocumentedReply } from './replies.ts'
import { bodySchema } from './schemas.ts'

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
  const types = [...new Set(replies.map(({ mediaType }) => mediaType))]
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
    ...(Object.keys(content).length > 0 && { content }),
    ...(types.length > 1 && types.includes(undefined) && { 'x-optional-body': true }),
  }
}

/** The possible JSON bodies. */
function bodySchemas(operation: OperationName, isRefusal: boolean, profile: Profile): Schema[] {
  if (isRefusal) {
    const hasInput = operation === 'create' || operation === 'replace'
    const ofInput = hasInput ? bodySchema(profile['input.invalid-body']) : undefined
    return [bodySchema(profile['error.body']), ofInput].filter((schema) => schema !== undefined)
  }
  if (operation === 'list') return [{ type: 'array', items: reference('Post') }]
  if (operation === 'read') return [reference('Post')]
  return [bodySchema(profile[`${operation}.body`]) ?? {}]
}

/** What decides a reply. */
function describe(status: number, replies: readonly DocumentedReply[]): string {
  const ids = [...new Set(replies.flatMap(({ ids }) => ids))].map((id) => `\`${id}\``)
  const title = status < 400 ? 'Success' : titleOf(status)
  return ids.length > 0 ? `${title}: ${ids.join(', ')}` : title
}
