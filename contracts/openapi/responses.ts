import { neededCredentials } from '../../handlers/choices/answers.ts'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { type ErrorBody, refusal, titleOf } from '../../handlers/http/refusal.ts'
import type { OperationName } from '../../handlers/model/post.ts'
import { statusFor } from '../../handlers/operations/post-input.ts'
import { answerExample } from '../model/mock.ts'
import { examples } from '../spec/examples.ts'
import { bodySchema, reference, type Schema } from './schemas.ts'

export type Content = Readonly<Record<string, { readonly schema: Schema }>>

export interface Response {
  readonly description: string
  /** The bodies by media type; another case with the same status may have none. */
  readonly content?: Content
}

/** The responses of an operation by status. */
export async function responsesOf(
  operation: OperationName,
  profile: Profile,
): Promise<Record<string, Response>> {
  const byStatus = Map.groupBy(await repliesOf(operation, profile), ({ status }) => status)
  const responses = [...byStatus].map(([status, replies]) => {
    const schema = status < 400 ? successBody(operation, profile) : refusalBody(operation, profile)
    return [status, response(status, replies, schema)]
  })
  return Object.fromEntries(responses)
}

/** @param schema of a JSON body. */
function response(status: number, replies: readonly DocumentedReply[], schema: Schema): Response {
  const title = status < 400 ? 'Success' : titleOf(status)
  const ids = new Set(replies.flatMap(({ ids }) => ids.map((id) => `\`${id}\``)))
  const types = replies.flatMap(({ mediaType = [] }) => mediaType)
  const bodies = types.map((type) => [
    type,
    { schema: type === 'application/json' ? schema : { type: 'string' } },
  ])
  return {
    description: ids.size > 0 ? `${title}: ${[...ids].join(', ')}` : title,
    ...(bodies.length > 0 && { content: Object.fromEntries(bodies) }),
  }
}

function successBody(operation: OperationName, profile: Profile): Schema {
  if (operation === 'list') return { type: 'array', items: reference('Post') }
  return operation === 'read' ? reference('Post') : (bodySchema(profile[`${operation}.body`]) ?? {})
}

function refusalBody(operation: OperationName, profile: Profile): Schema {
  const hasInput = operation === 'create' || operation === 'replace'
  const templates = hasInput
    ? [profile['error.body'], profile['input.invalid-body']]
    : [profile['error.body']]
  const schemas = templates.map(bodySchema).filter((schema) => schema !== undefined)
  return schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? {})
}

/** One reply of the service to a request of one kind. */
interface DocumentedReply {
  readonly status: number
  /** Undefined where it has no body. */
  readonly mediaType: string | undefined
  /** The choices that decide it. */
  readonly ids: readonly ChoiceId[]
}

/** The replies of a mock with a profile to the examples of an operation, and the refusals that no example meets. */
async function repliesOf(operation: OperationName, profile: Profile): Promise<DocumentedReply[]> {
  const open = completeProfile({
    ...profile,
    'access.credentials': 'none',
    'input.max-bytes': 'none',
    'input.max-length': 'none',
  })
  const own = examples.filter((example) => example.operation === operation)
  const replies = own.map(async (example) => {
    const { status, headers } = (await answerExample(example, open)).reply
    return { status, mediaType: headers['content-type'], ids: example.shows ?? [] }
  })
  return [...(await Promise.all(replies)), ...refusalsOf(operation, profile)]
}

/** The credentials that an operation needs, if any. */
export function credentialsFor(operation: OperationName, profile: Profile) {
  const isRead = operation === 'list' || operation === 'read'
  const needed = neededCredentials(profile['access.credentials'])
  return isRead && needed?.guards === 'writes' ? undefined : needed
}

/** The refusals that no example meets, such as of requests without credentials and over a limit. */
function refusalsOf(operation: OperationName, profile: Profile): DocumentedReply[] {
  const may = (status: number | false | undefined, id: ChoiceId, body: ErrorBody = 'error.body') =>
    status
      ? [{ status, mediaType: refusal(profile, status, '', { body }).headers['content-type'], ids: [id] }]
      : []
  const hasId = operation !== 'list' && operation !== 'create'
  const hasInput = operation === 'create' || operation === 'replace'
  const ofInput = 'input.invalid-body'
  const length = profile['input.max-length']
  const tooLong = length !== 'none' && (length.status ?? statusFor(profile, 'not-allowed'))
  return [
    ...may(hasId && profile['id.malformed'], 'id.malformed'),
    ...may(hasInput && statusFor(profile, 'wrong-type'), 'input.invalid-status', ofInput),
    ...may(hasInput && profile['input.max-bytes'] !== 'none' && 413, 'input.max-bytes'),
    ...may(hasInput && tooLong, 'input.max-length', ofInput),
    ...may(credentialsFor(operation, profile)?.status, 'access.credentials'),
    ...may(profile['limit.requests'] !== 'none' && 429, 'limit.requests'),
    ...may(profile['limit.time'] !== 'none' && 504, 'limit.time'),
  ]
}
