import * as z from 'zod/mini'
import { neededCredentials } from '../../handlers/choices/answers.ts'
import type { Place } from '../../handlers/choices/kinds.ts'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choiceOf } from '../../handlers/choices.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { Operation } from '../../handlers/operations/operation.ts'
import { operations } from '../../handlers/operations.ts'
import { type ClauseId, clauseIds, clauses } from '../spec/clauses.ts'
import { noteBodySchemas } from './body-schemas.ts'
import { marks, type OpenApiDocument, type OperationObject, type PathItem } from './document.ts'
import { noteInputSchema } from './input-schemas.ts'
import { isGuarded, otherMethod, otherPath, outcomesOf, turnedAway } from './outcomes.ts'
import { notePostSchemas } from './post-schemas.ts'
import { responsesOf } from './responses.ts'
import { type SchemaNotes, toComponents } from './schema-notes.ts'

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
 * @returns plain data for `JSON.stringify`; deterministic.
 * @throws UnderstudyError `BASE_URL_INVALID` for a server URL that does not end in `/v1` (clause `version.path`).
 * @example
 * openApiDocument(completeProfile('minimal'), { serverUrl: 'https://api.example.com/v1' })
 */
export function openApiDocument(profile: Profile, options: OpenApiOptions = {}): OpenApiDocument {
  const paths = Map.groupBy(operations, ({ path }) => path)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Post Management Service',
      version: '1.0.0',
      description: describeProvenance(profile),
    },
    servers: [{ url: readServerUrl(options.serverUrl ?? defaultServerUrl) }],
    tags: [{ name: 'posts', description: 'Blog posts.' }],
    paths: Object.fromEntries(
      [...paths].map(([path, members]) => [path.replace(':id', '{id}'), pathItem(path, members, profile)]),
    ),
    components: { schemas: schemas(profile), ...securitySchemes(profile) },
    'x-other-paths': responsesOf([otherPath, ...turnedAway(undefined, profile)], profile),
    'x-profile': Object.fromEntries(choiceIds.map((id) => [id, exactJson(profile[id])])),
  }
}

function pathItem(path: Operation['path'], members: readonly Operation[], profile: Profile): PathItem {
  const id = { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/PostId' } }
  return {
    description: describeChoices('path', profile),
    ...(path === '/posts/:id' && { parameters: [id] }),
    ...Object.fromEntries(
      members.map(({ name, method }) => [method.toLowerCase(), operationObject(name, profile)]),
    ),
    'x-other-methods': responsesOf([otherMethod(profile), ...turnedAway(undefined, profile)], profile),
  }
}

function operationObject(name: OperationName, profile: Profile): OperationObject {
  const bodySchema = inputSchemas[name]
  return {
    operationId: name,
    tags: ['posts'],
    summary: summaries[name],
    description: describeOperation(name, profile),
    ...marks(clausesOf(name), choicesOf(name)),
    ...(bodySchema && { requestBody: requestBody(bodySchema) }),
    ...(isGuarded(name, profile) && { security: [{ credentials: [] }] }),
    responses: responsesOf(outcomesOf(name, profile), profile),
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

function requestBody(schema: string) {
  return {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  }
}

function schemas(profile: Profile) {
  const notes: SchemaNotes = z.registry()
  const post = notePostSchemas(notes, profile)
  noteInputSchema(notes, profile, 'create', 'NewPost')
  noteInputSchema(notes, profile, 'replace', 'PostReplacement')
  const bodies = operations.flatMap(({ name }) => outcomesOf(name, profile).map(({ body }) => body))
  noteBodySchemas(notes, profile, new Set([...bodies, 'error.body']), post)
  return toComponents(notes)
}

// TypeScript does not have the type yet (ECMAScript 2026); Node has it since 22.
const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => object }

/** Converts bigints for `JSON.stringify`. */
function exactJson(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(exactJson)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exactJson(member)]))
}

/**
 * Reads the base address of a service: absolute, or a path from `/` on.
 * @returns the address without trailing slash.
 * @throws UnderstudyError `BASE_URL_INVALID`
 */
function readServerUrl(text: string): string {
  const isPath = /^\/(?!\/)/.test(text)
  if (!isPath && !(/^https?:\/\//i.test(text) && URL.canParse(text)))
    throw invalid(`${JSON.stringify(text)} is not an address`)
  const url = new URL(text, 'http://localhost')
  if (url.username !== '' || url.password !== '') throw invalid('it has credentials')
  if (url.search !== '' || url.hash !== '') throw invalid(`${JSON.stringify(text)} has a query or a fragment`)
  const path = url.pathname.replace(/\/+$/, '')
  if (!path.endsWith('/v1')) {
    throw invalid(`${JSON.stringify(text)} does not end in the segment v1`)
  }
  return isPath ? path : url.origin + path
}

function invalid(fact: string): UnderstudyError {
  return new UnderstudyError(
    'BASE_URL_INVALID',
    `Failed to read the server URL: ${fact}. Give one such as "https://api.example.com/v1" or "/v1".`,
  )
}

function choicesOf(place: Place): ChoiceId[] {
  return choiceIds.filter((id) => choiceOf(id).places.includes(place))
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
  const byDefault = completeProfile()
  const own = choiceIds.filter((id) => answerTo(id, profile) !== answerTo(id, byDefault))
  const answers =
    own.length === 0
      ? 'The profile is the default one.'
      : `The profile differs from the default one in ${own.map((id) => `\`${id}\` = ${answerTo(id, profile)}`).join(', ')}.`
  return [
    'Generated by posts-understudy from two sources. Statements of the interface document are marked `x-clause`. Answers of a profile, where the document is silent, are marked `x-choice`: another correct service may answer differently.',
    `${answers} \`x-profile\` has every answer, and is a valid profile.`,
    describeChoices('service', profile),
  ].join('\n\n')
}

function answerTo(id: ChoiceId, profile: Profile): string {
  return stringifyJson(profile[id])
}
