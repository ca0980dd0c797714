import { neededCredentials } from '../../handlers/choices/answers.ts'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choiceOf } from '../../handlers/choices.ts'
import {
  type Endpoint,
  endpoints,
  hasInput,
  type InputName,
  isWrite,
  type OperationName,
  operationNames,
} from '../../handlers/endpoints.ts'
import { type ErrorBody, refusal, titleOf } from '../../handlers/http/refusal.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { statusFor } from '../../handlers/operations/post-input.ts'
import { clauseIds, clauses } from '../scenarios/clauses.ts'
import { examples } from '../scenarios/examples.ts'
import { answerExample, withoutLimits } from '../wire/mock.ts'
import { bodySchema, namedSchemas, reference, type Schema } from './schemas.ts'

export type PathItem = { readonly parameters?: readonly Schema[] } & {
  readonly [Method in Lowercase<Endpoint['method']>]?: Awaited<ReturnType<typeof operationObject>>
}

/** The OpenAPI 3.1.1 document of this package. Plain data in a fixed order. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes?: Readonly<Record<string, Schema>>
  }
}

/** The options of {@link openApiDocument}. */
export interface OpenApiOptions {
  /** The base address of the service, absolute or from `/` on; it ends in `/v1`. Default that of `serve`. */
  readonly serverUrl?: string
}

const summaries: Record<OperationName, string> = {
  list: 'List all posts',
  read: 'Read one post',
  create: 'Create a post',
  replace: 'Replace a post',
  delete: 'Delete a post',
}

/**
 * The interface as OpenAPI 3.1.1, with the answers of a profile where the interface document is silent. The responses
 * are what a mock with the profile replies to the examples.
 *
 * @param profile one answer for every choice, as {@link completeProfile} makes it.
 * @returns plain data for `JSON.stringify`; deterministic.
 * @throws UnderstudyError `BASE_URL_INVALID` for a server URL that does not end in `/v1` (clause `version.path`).
 * @example
 * await openApiDocument(completeProfile('minimal'), { serverUrl: 'https://api.example.com/v1' })
 */
export async function openApiDocument(
  profile: Profile,
  options: OpenApiOptions = {},
): Promise<OpenApiDocument> {
  const url = readServerUrl(options.serverUrl ?? 'http://127.0.0.1:4010/v1')
  const id = { name: 'id', in: 'path', required: true, schema: reference('PostId') }
  const paths: Record<string, PathItem> = { '/posts': {}, '/posts/{id}': { parameters: [id] } }
  for (const name of operationNames) {
    const { method, path } = endpoints[name]
    const key = path.replace(':id', '{id}')
    paths[key] = { ...paths[key], [method.toLowerCase()]: await operationObject(name, profile) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Post Management Service', version: '1.0.0', description: aboutProfile(profile) },
    servers: [{ url }],
    paths,
    components: { schemas: namedSchemas(profile), ...securitySchemes(profile) },
  }
}

async function operationObject(name: OperationName, profile: Profile) {
  const input = hasInput(name) && inputSchemas[name]
  const content = input && { 'application/json': { schema: reference(input) } }
  return {
    operationId: name,
    summary: summaries[name],
    description: aboutOperation(name),
    ...(content && { requestBody: { required: true, content } }),
    ...(credentialsFor(name, profile) && { security: [{ credentials: [] }] }),
    responses: await responsesOf(name, profile),
  }
}

/** How credentials are sent (choice `access.credentials`). */
function securitySchemes(profile: Profile): Pick<OpenApiDocument['components'], 'securitySchemes'> {
  const needed = neededCredentials(profile['access.credentials'])
  if (!needed) return {}
  const scheme =
    needed.scheme === undefined
      ? { type: 'apiKey', in: 'header', name: needed.header }
      : { type: 'http', scheme: needed.scheme }
  return { securitySchemes: { credentials: scheme } }
}

const inputSchemas: Record<InputName, string> = { create: 'NewPost', replace: 'PostReplacement' }

/** The base address of a service, absolute or a path, without trailing slash. @throws UnderstudyError `BASE_URL_INVALID` */
function readServerUrl(text: string): string {
  if (/^(?:https?:\/\/[^/?#@\s]+)?(?:\/[^/?#@\s]+)*\/v1\/?$/i.test(text)) return text.replace(/\/$/, '')
  throw new UnderstudyError(
    'BASE_URL_INVALID',
    'Failed to read the server URL: it must end in the segment v1, without credentials, query and fragment. Give one such as "https://api.example.com/v1" or "/v1".',
  )
}

/** What the interface document states of an operation. */
function aboutOperation(operation: OperationName): string {
  const stated = clauseIds.filter((id) =>
    (clauses[id].operations as readonly OperationName[]).includes(operation),
  )
  const lines = stated.map((id) => `- \`${id}\`: ${clauses[id].statement}`)
  return `The interface document states:\n${lines.join('\n')}`
}

/** The answers of a profile, each with what it decides. */
function aboutProfile(profile: Profile): string {
  const lines = choiceIds.map((id) => `- \`${id}\` = ${stringifyJson(profile[id])}: ${choiceOf(id).about}`)
  return `Generated by posts-understudy. The interface document leaves open what follows, and a profile answers it: another correct service may answer differently.\n${lines.join('\n')}`
}

export interface Response {
  readonly description: string
  /** The bodies by media type; another case with the same status may have none. */
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

/** The responses of an operation by status. */
async function responsesOf(operation: OperationName, profile: Profile): Promise<Record<string, Response>> {
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
  const templates = [profile['error.body'], ...(hasInput(operation) ? [profile['input.invalid-body']] : [])]
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
  const open = withoutLimits(profile)
  const own = examples.filter((example) => example.operation === operation)
  const replies = own.map(async (example) => {
    const { status, headers } = (await answerExample(example, open)).reply
    return { status, mediaType: headers['content-type'], ids: example.shows ?? [] }
  })
  return [...(await Promise.all(replies)), ...refusalsOf(operation, profile)]
}

/** The credentials that an operation needs, if any. */
function credentialsFor(operation: OperationName, profile: Profile) {
  const needed = neededCredentials(profile['access.credentials'])
  return !isWrite(operation) && needed?.guards === 'writes' ? undefined : needed
}

/** The refusals that no example meets, such as of requests without credentials and over a limit. */
function refusalsOf(operation: OperationName, profile: Profile): DocumentedReply[] {
  const may = (status: number | false | undefined, id: ChoiceId, body: ErrorBody = 'error.body') =>
    status
      ? [{ status, mediaType: refusal(profile, status, '', { body }).headers['content-type'], ids: [id] }]
      : []
  const hasId = endpoints[operation].path === '/posts/:id'
  const isInput = hasInput(operation)
  const ofInput = 'input.invalid-body'
  const length = profile['input.max-length']
  const tooLong = length !== 'none' && (length.status ?? statusFor(profile, 'not-allowed'))
  return [
    ...may(hasId && profile['id.malformed'], 'id.malformed'),
    ...may(isInput && statusFor(profile, 'wrong-type'), 'input.invalid-status', ofInput),
    ...may(isInput && profile['input.max-bytes'] !== 'none' && 413, 'input.max-bytes'),
    ...may(isInput && tooLong, 'input.max-length', ofInput),
    ...may(credentialsFor(operation, profile)?.status, 'access.credentials'),
    ...may(profile['limit.requests'] !== 'none' && 429, 'limit.requests'),
    ...may(profile['limit.time'] !== 'none' && 504, 'limit.time'),
  ]
}
