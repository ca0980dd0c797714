import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { isObject, stringifyJson } from '../../handlers/model/json.ts'
import { findRoute } from '../../handlers/operations.ts'
import { readBody } from '../scenarios/post-text.ts'
import { type Example, type StateName, stateNames } from '../scenarios/scenario.ts'
import { isAbsent } from '../wire/status.ts'
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

const rules = v.optional(v.looseObject({ body: v.optional(v.record(v.string(), v.unknown())) }))
const part = { body: v.optional(v.unknown()), matchingRules: rules, generators: rules }
const pactSchema = v.looseObject({
  interactions: v.array(
    v.looseObject({
      description: v.string(),
      type: v.optional(v.literal('Synchronous/HTTP')),
      providerStates: v.optional(v.array(v.looseObject({ name: v.string() }))),
      request: v.looseObject({ ...part, method: v.string(), path: v.string() }),
      response: v.looseObject({ ...part, status: v.pipe(v.number(), v.integer()) }),
    }),
  ),
  metadata: v.looseObject({
    pactSpecification: v.looseObject({ version: v.pipe(v.string(), v.regex(/^[34]\./)) }),
  }),
})

type Given = v.InferOutput<typeof pactSchema>['interactions'][number]

/**
 * Reads a Pact of version 3 or 4 for this interface. Its ids and titles become those of posts of the run; its states are only
 * followed as far as they say whether a post exists.
 *
 * @throws UnderstudyError `PACT_INVALID`
 */
export function readPact(text: string, name: string): GivenPact {
  const { output, issues } = v.safeParse(pactSchema, readBody(text))
  if (issues)
    throw new UnderstudyError(
      'PACT_INVALID',
      `Failed to read the Pact ${name}: ${v.getDotPath(issues[0]) ?? 'the whole file'} is not as in a file of Pact version 3 or 4 with HTTP interactions. Write it with a newer Pact library.`,
    )
  const isWrapped = output.metadata.pactSpecification.version.startsWith('4')
  const written = new Map<ReplayedInteraction, object>()
  for (const given of output.interactions) {
    const { interaction, changed } = onOwnPosts(given, `${written.size + 1}. ${given.description}`, isWrapped)
    written.set(interaction, changed)
  }
  return {
    name,
    interactions: [...written.keys()],
    write(folder, interactions) {
      const file = join(folder, 'given.json')
      const chosen = interactions.map((each) => written.get(each))
      writeFileSync(file, stringifyJson({ ...output, interactions: chosen }))
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
  const isMissing = isAbsent(response)
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
