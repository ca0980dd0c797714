import { neededCredentials } from '../../handlers/choices/answers.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choiceOf } from '../../handlers/choices.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { Operation } from '../../handlers/operations/operation.ts'
import { operations } from '../../handlers/operations.ts'
import { type ClauseId, clauseIds, clauses } from '../spec/clauses.ts'
import {
  marks,
  type OpenApiDocument,
  type OperationObject,
  type PathItem,
  reference,
  type Schema,
} from './document.ts'
import { type DocumentedReply, isGuarded, repliesOf } from './replies.ts'
import { responsesOf } from './responses.ts'
import { namedSchemas } from './schemas.ts'

export type { OpenApiDocument } from './document.ts'

/** The default base address of `posts-understudy serve`. */
export const defaultServerUrl = 'http://127.0.0.1:4010/v1'

/** The options of {@link openApiDocument}. */
export interface OpenApiOptions {
  /** The base address of the service, absolute or from `/` on; it ends in `/v1`. Default `http://127.0.0.1:4010/v1`. */
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
 * The interface as OpenAPI 3.1.1: statements of the document are marked `x-clause`, answers of a profile `x-choice`.
 *
 * @param profile one answer for every choice, as {@link completeProfile} makes it.
 * The responses are what a mock with the profile replies to the examples.
 *
 * @returns plain data for `JSON.stringify`; deterministic.
 * @throws UnderstudyError `BASE_URL_INVALID` for a server URL that does not end in `/v1` (clause `version.path`).
 * @example
 * await openApiDocument(completeProfile('minimal'), { serverUrl: 'https://api.example.com/v1' })
 */
export async function openApiDocument(
  profile: Profile,
  options: OpenApiOptions = {},
): Promise<OpenApiDocument> {
  const url = readServerUrl(options.serverUrl ?? defaultServerUrl)
  const replies = await repliesOf(profile)
  const byPath = Map.groupBy(operations, ({ path }) => path)
  const paths = Object.fromEntries(
    [...byPath].map(([path, members]) => [
      path.replace(':id', '{id}'),
      pathItem(path, members, profile, replies),
    ]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Post Management Service',
      version: '1.0.0',
      description: describeProvenance(profile),
    },
    servers: [{ url }],
    tags: [{ name: 'posts', description: 'Blog posts.' }],
    paths,
    components: { schemas: usedSchemas(paths, profile), ...securitySchemes(profile) },
  }
}

function pathItem(
  path: Operation['path'],
  members: readonly Operation[],
  profile: Profile,
  replies: ReadonlyMap<OperationName, readonly DocumentedReply[]>,
): PathItem {
  const id = { name: 'id', in: 'path', required: true, schema: reference('PostId') }
  return {
    description: describeChoices('path', profile),
    ...(path === '/posts/:id' && { parameters: [id] }),
    ...Object.fromEntries(
      members.map(({ name, method }) => [
        method.toLowerCase(),
        operationObject(name, profile, replies.get(name) ?? []),
      ]),
    ),
  }
}

function operationObject(
  name: OperationName,
  profile: Profile,
  replies: readonly DocumentedReply[],
): OperationObject {
  const input = inputSchemas[name]
  const content = input && { 'application/json': { schema: reference(input) } }
  return {
    operationId: name,
    tags: ['posts'],
    summary: summaries[name],
    description: describeOperation(name, profile),
    ...marks(clausesOf(name), choicesOf(name)),
    ...(content && { requestBody: { required: true, content } }),
    ...(isGuarded(name, profile) && { security: [{ credentials: [] }] }),
    responses: responsesOf(name, replies, profile),
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
  return { securitySchemes: { credentials: { ...scheme, ...marks([], ['access.credentials']) } } }
}

const inputSchemas: Partial<Record<OperationName, string>> = { create: 'NewPost', replace: 'PostReplacement' }

/** The named schemas that something refers to. */
function usedSchemas(paths: OpenApiDocument['paths'], profile: Profile): Record<string, Schema> {
  const all = Object.entries(namedSchemas(profile))
  const referring = JSON.stringify([paths, all])
  return Object.fromEntries(all.filter(([name]) => referring.includes(`schemas/${name}"`)))
}

/**
 * Reads the base address of a service: absolute, or a path from `/` on.
 * @returns the address without trailing slash.
 * @throws UnderstudyError `BASE_URL_INVALID`
 */
function readServerUrl(text: string): string {
  const isPath = /^\/(?!\/)/.test(text)
  const url = URL.parse(text, isPath ? 'http://localhost' : undefined)
  const isPlain = url && /^https?:$/.test(url.protocol) && url.origin + url.pathname === url.href
  const path = url?.pathname.replace(/\/+$/, '')
  if (isPlain && path?.endsWith('/v1')) return isPath ? path : url.origin + path
  throw new UnderstudyError(
    'BASE_URL_INVALID',
    'Failed to read the server URL: it must end in the segment v1, without credentials, query and fragment. Give one such as "https://api.example.com/v1" or "/v1".',
  )
}

/** Where a choice is described: at operations, at a path for other methods, or for the whole service. */
type Place = OperationName | 'path' | 'service'

const choicesAt: Readonly<Record<Place, RegExp>> = {
  list: /^list\./,
  read: /^id\.malformed$/,
  create: /^(?:create|input|text)\.|^id\.(?!malformed)/,
  replace: /^(?:replace|text|input(?!\.client-id))\.|^id\.malformed$/,
  delete: /^delete\.|^id\.malformed$/,
  path: /^method\./,
  service: /^(?:error|post|cors|access|limit)\./,
}

function choicesOf(place: Place): ChoiceId[] {
  return choiceIds.filter((id) => choicesAt[place].test(id))
}

function clausesOf(operation: OperationName): ClauseId[] {
  return clauseIds.filter((id) => (clauses[id].operations as readonly OperationName[]).includes(operation))
}

/** The clauses and the choices of an operation. */
function describeOperation(operation: OperationName, profile: Profile): string {
  const stated = clausesOf(operation).map((id) => `- \`${id}\`: ${clauses[id].statement}`)
  return `The interface document states:\n${stated.join('\n')}\n\n${describeChoices(operation, profile)}`
}

function describeChoices(place: Place, profile: Profile): string {
  const answered = choicesOf(place).map(
    (id) => `- \`${id}\` = ${answerTo(id, profile)}: ${choiceOf(id).about}`,
  )
  return `The document leaves the rest open; the answers of the profile:\n${answered.join('\n')}`
}

function describeProvenance(profile: Profile): string {
  return [
    'Generated by posts-understudy from two sources. Statements of the interface document are marked `x-clause`. Answers of a profile, where the document is silent, are marked `x-choice`: another correct service may answer differently.',
    describeChoices('service', profile),
  ].join('\n\n')
}

function answerTo(id: ChoiceId, profile: Profile): string {
  return stringifyJson(profile[id])
}
