import { completeProfile } from '../../handlers/choices/profile.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { operationNames } from '../../handlers/model/post.ts'
import { type Contract, checkedName, type Interaction } from '../pact/contract.ts'
import type { StateName } from '../spec/example.ts'
import { isObject } from '../spec/post-text.ts'
import type { ClientFile } from './client-file.ts'
import { neededResponse } from './needed-response.ts'
import { oneOfEachKind } from './recorded-run.ts'
import type { RecordedExchange } from './recording.ts'
import { idMetBy } from './replay.ts'

export interface ClientContractOptions {
  readonly consumer: string
  readonly provider: string
  /** The requests of the client's tests. */
  readonly exchanges: readonly RecordedExchange[]
  /** The answers with which the tests pass and fail. */
  readonly client: Pick<ClientFile, 'passes' | 'fails'>
}

const descriptions = {
  list: 'list the posts',
  read: 'read a post',
  create: 'create a post',
  replace: 'replace a post',
  delete: 'delete a post',
} as const

/**
 * The contract of a client: one interaction for each kind of request and outcome that its tests met, which requires what the
 * client relies on. Texts and ids of the tests are not in it, so it is the same after each run. Injected faults,
 * queries and bodies that are not a JSON object are left out.
 *
 * @throws UnderstudyError `OPTION_INVALID` (a name that cannot be part of a file name)
 */
export async function clientContract(options: ClientContractOptions): Promise<Contract> {
  const consumer = checkedName('consumer', options.consumer)
  const provider = checkedName('provider', options.provider)
  const found: Interaction[] = []
  for (const exchange of oneOfEachKind(options.exchanges)) {
    const request = requestOf(exchange)
    if (request) found.push({ ...request, response: await neededResponse(exchange, options.client) })
  }
  // Where tests set answers themselves, replies of a kind differ: which one is taken must not depend on their order.
  found.sort((one, other) => (stringifyJson(one) < stringifyJson(other) ? -1 : 1))
  const interactions = operationNames.flatMap((operation) => {
    const byKey = Map.groupBy(
      found.filter((each) => each.operation === operation),
      ({ key }) => key,
    )
    return [...byKey.values()].flatMap((alike) => alike.slice(0, 1))
  })
  return { consumer, provider, interactions }
}

/** What an interaction says of a request; undefined where a Pact cannot say it, or its reply promises nothing. */
function requestOf({ entry, ...recorded }: RecordedExchange): Omit<Interaction, 'response'> | undefined {
  const { operation, method, path, query, body, status, fault } = entry
  const isEvidence = !fault && query === '' && method !== 'HEAD' && ![0, 401, 403, 429].includes(status)
  if (!operation || !isEvidence || (body !== undefined && !isObject(body))) return undefined
  const hasId = /^\/posts\/-?\d+$/.test(path)
  const isMissing = hasId && idMetBy(entry, completeProfile(recorded.profile)) === undefined
  const fields = body && fieldsOf(body, hasId)
  const isUsual = !fields || stringifyJson(fields) === stringifyJson({ title, content })
  const details = [
    ...(isUsual ? [] : [stringifyJson(fields)]),
    ...(hasId || path === '/posts' ? [] : [`at ${path}`]),
  ]
  const isRefused = status >= 400 && !isMissing
  // Such as a text that is too long.
  if (isRefused && details.length === 0) return undefined
  const states: StateName[] = hasId ? [isMissing ? 'no post has the id' : 'a post exists'] : []
  if (fields?.title === title) states.push('a title is free')
  const outcome = isMissing ? 'where none has the id' : isRefused ? 'refused' : 'done'
  return {
    key: `${operation}/${[...details, outcome].join(', ')}`,
    description: descriptions[operation],
    operation,
    states,
    request: {
      method,
      path: hasId ? '/posts/${id}' : path,
      ...(fields && { body: fields }),
    },
    clauses: [],
    values: { id: 1, title: 'A title' },
  }
}

const title = '${title}'
const content = 'Some content.'

/** The fields of a body with values that do not depend on the test. */
function fieldsOf(body: Readonly<Record<string, JsonValue>>, hasId: boolean): Record<string, unknown> {
  const usual: Readonly<Record<string, string>> = { title, content }
  const fields = Object.keys(body).sort((one, other) => (one < other ? 1 : -1))
  const fieldOf = (name: string, value: JsonValue) => {
    if (usual[name] !== undefined && typeof value === 'string' && value !== '') return usual[name]
    return name === 'id' && hasId ? '${id}' : likeOf(value)
  }
  return Object.fromEntries(fields.map((name) => [name, fieldOf(name, body[name] ?? null)]))
}

/** A value of the same type. */
function likeOf(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value === '' ? '' : 'text'
  if (typeof value === 'number' || typeof value === 'bigint') return 1
  if (typeof value === 'boolean' || value === null) return value
  return Array.isArray(value) ? [] : {}
}
