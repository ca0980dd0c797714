import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { findRoute } from '../../handlers/operations.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import { type Example, type StateName, stateNames } from '../spec/scenario.ts'
import { anyState } from './pact-file.ts'

/** An interaction on posts of the run. */
export type ReplayedInteraction = Pick<Example, 'key' | 'operation' | 'states' | 'request'>

/** A Pact of a client, from a file. */
export interface GivenPact {
  /** The name of the file. */
  readonly name: string
  readonly interactions: readonly ReplayedInteraction[]
  /** Writes some of the interactions as a Pact file. @returns its path. */
  write(folder: string, interactions: readonly ReplayedInteraction[]): string
}

const rules = z.optional(z.looseObject({ body: z.optional(z.record(z.string(), z.unknown())) }))
const part = { body: z.optional(z.unknown()), matchingRules: rules, generators: rules }
const pactSchema = z.looseObject({
  interactions: z.array(
    z.looseObject({
      description: z.string(),
      type: z.optional(z.literal('Synchronous/HTTP')),
      providerStates: z.optional(z.array(z.looseObject({ name: z.string() }))),
      request: z.looseObject({ ...part, method: z.string(), path: z.string() }),
      response: z.looseObject({ ...part, status: z.int() }),
    }),
  ),
  metadata: z.looseObject({
    pactSpecification: z.looseObject({ version: z.string().check(z.regex(/^[34]\./)) }),
  }),
})

type Given = z.infer<typeof pactSchema>['interactions'][number]

/**
 * Reads a Pact of version 3 or 4 for this interface. Its ids and titles become those of posts of the run; its states are only
 * followed as far as they say whether a post exists.
 *
 * @throws UnderstudyError `PACT_INVALID`
 */
export function readPact(text: string, name: string): GivenPact {
  const { data, error } = z.safeParse(pactSchema, readBody(text))
  if (error)
    throw new UnderstudyError(
      'PACT_INVALID',
      `Failed to read the Pact ${name}: ${error.issues[0]?.path.join('.') || 'the whole file'} is not as in a file of Pact version 3 or 4 with HTTP interactions. Write it with a newer Pact library.`,
    )
  const isWrapped = data.metadata.pactSpecification.version.startsWith('4')
  const written = new Map<ReplayedInteraction, object>()
  for (const given of data.interactions) {
    const { interaction, changed } = onOwnPosts(given, `${written.size + 1}. ${given.description}`, isWrapped)
    written.set(interaction, changed)
  }
  return {
    name,
    interactions: [...written.keys()],
    write(folder, interactions) {
      const file = join(folder, 'given.json')
      const chosen = interactions.map((each) => written.get(each))
      writeFileSync(file, stringifyJson({ ...data, interactions: chosen }))
      return file
    },
  }
}

/**
 * An interaction whose id and title are values of the states.
 * @param isWrapped whether a body is below `content`, as in version 4.
 */
function onOwnPosts(
  { request, response, providerStates = [], ...others }: Given,
  key: string,
  isWrapped: boolean,
) {
  const { method, generators } = request
  const path = request.path.replace(/^.*?(?=\/posts(?:\/|$))/, '')
  const [, id] = /^\/posts\/(-?\d+)$/.exec(path) ?? []
  const bodyOf = ({ body }: { body?: unknown }) => asObject(isWrapped ? asObject(body)?.content : body)
  const sent = bodyOf(request)
  const isMarked = typeof sent?.title === 'string' && sent.title !== ''
  const body = {
    ...(isMarked && { '$.title': fromState('${title}', 'STRING') }),
    ...(id !== undefined && `${sent?.id}` === id && { '$.id': fromState('${id}', 'INTEGER') }),
  }
  const named = providerStates
    .map(({ name }) => name)
    .filter((name): name is StateName => stateNames.some((each) => each === name))
  const isMissing = response.status === 404 || response.status === 410
  const guessed: StateName[] = id === undefined ? [] : [isMissing ? 'no post has the id' : 'a post exists']
  const states = new Set(named.length > 0 ? named : guessed)
  if (isMarked) states.add('a title is free')
  const needed = [...(states.size > 0 ? states : [anyState])]
  const changed = {
    ...others,
    key,
    description: key,
    providerStates: needed.map((name) => ({ name, params: { interaction: key } })),
    request: {
      ...request,
      path,
      generators: {
        ...generators,
        ...(id !== undefined && { path: fromState('/posts/${id}', 'STRING') }),
        body: { ...generators?.body, ...body },
      },
    },
    response: { ...response, matchingRules: ofAnyPost(bodyOf(response), response.matchingRules) },
  }
  const marked = { ...sent, ...(isMarked && { title: '${title}' }) }
  const interaction: ReplayedInteraction = {
    key,
    operation: findRoute(method, path).operation?.name ?? 'beside',
    states: [...states],
    request: { method, path, ...(sent && { body: marked }) },
  }
  return { interaction, changed }
}

function fromState(expression: string, dataType: 'STRING' | 'INTEGER') {
  return { type: 'ProviderState', expression, dataType }
}

/** The rules of a reply with a post: its id and title are those of the run, unless the rules permit any. */
function ofAnyPost(
  body: Readonly<Record<string, unknown>> | undefined,
  given: Given['response']['matchingRules'],
) {
  const { body: rules = {} } = given ?? {}
  if (!body || '$' in rules) return given
  const any = Object.entries({ '$.id': 'integer', '$.title': 'type' })
    .filter(([path]) => path.slice(2) in body && !(path in rules))
    .map(([path, match]) => [path, { combine: 'AND', matchers: [{ match }] }])
  return { ...given, body: { ...rules, ...Object.fromEntries(any) } }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) ? value : undefined
}
