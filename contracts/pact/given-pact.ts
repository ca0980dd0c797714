import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { isObject, stringifyJson } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import { findRoute } from '../../handlers/operations.ts'
import { anyPosts } from '../scenarios/examples.ts'
import { readBody } from '../scenarios/post-text.ts'
import { readState, stateName, withTitle } from '../scenarios/provider-state.ts'
import type { Example } from '../scenarios/scenario.ts'
import { isAbsent } from '../wire/status.ts'

/** An interaction on posts of the run. */
export type ReplayedInteraction = Pick<Example, 'key' | 'operation' | 'after' | 'of' | 'request'>

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
      providerStates: v.optional(
        v.array(v.looseObject({ name: v.string(), params: v.optional(v.unknown()) })),
      ),
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
 * Reads a Pact of version 3 or 4 for this interface. Its ids and titles become those of posts of the run; of its states only
 * those of {@link stateName} are followed, else a post exists unless a 404 or 410 is expected.
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
  const [own] = providerStates.flatMap(({ name, params }) =>
    name === stateName ? (readState(params) ?? []) : [],
  )
  const isMarked = !own && typeof sent?.title === 'string' && sent.title !== ''
  const body = {
    ...(isMarked && { '$.title': fromState('${title}', 'STRING') }),
    ...(id !== undefined && `${sent?.id}` === id && { '$.id': fromState('${id}', 'INTEGER') }),
  }
  const isMissing = id === undefined || isAbsent(response)
  const { requests: after, post: of } = own
    ? withTitle(own, '${title}')
    : { requests: isMissing ? [] : anyPosts.slice(0, 1), post: undefined }
  const changed = {
    ...others,
    key,
    description: key,
    providerStates: [{ name: stateName, params: { interaction: key } }],
    request: {
      ...request,
      path,
      generators: {
        ...generators,
        ...(id !== undefined && { path: fromState('/posts/${id}', 'STRING') }),
        body: { ...generators?.body, ...body },
      },
    },
    response: {
      ...response,
      matchingRules: own ? response.matchingRules : ofAnyPost(bodyOf(response), response.matchingRules),
    },
  }
  const marked = { ...sent, ...(isMarked && { title: '${title}' }) }
  const interaction: ReplayedInteraction = {
    ...{ key, operation: findRoute(method, path).operation ?? 'beside', after, ...defined({ of }) },
    request: {
      method,
      path: id === undefined ? path : '/posts/${id}',
      ...(sent && { body: own ? (withTitle({ ...own, body: sent }, '${title}').body ?? sent) : marked }),
    },
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
