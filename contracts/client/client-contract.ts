import { completeProfile } from '../../handlers/choices/profile.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { operationNames } from '../../handlers/model/post.ts'
import { type Contract, checkedName, type Interaction } from '../pact/contract.ts'
import type { ExampleRequest, StateName } from '../spec/example.ts'
import { isObject } from '../spec/post-text.ts'
import type { RecordedExchange } from './recording.ts'
import { type Outcome, reliedResponse, type TriedAnswers } from './relied-response.ts'
import { idMetBy } from './shaping.ts'

export interface ClientContractOptions {
  readonly consumer: string
  readonly provider: string
  /** The requests of the client's tests. */
  readonly exchanges: readonly RecordedExchange[]
  readonly tried: TriedAnswers
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
export function clientContract({ exchanges, tried, ...names }: ClientContractOptions): Contract {
  const consumer = checkedName('consumer', names.consumer)
  const provider = checkedName('provider', names.provider)
  // Where tests set answers themselves, replies of a kind differ: which one is taken must not depend on their order.
  const found = exchanges
    .flatMap((exchange) => interactionOf(exchange, tried) ?? [])
    .sort((one, other) => (stringifyJson(one) < stringifyJson(other) ? -1 : 1))
  const byKey = Map.groupBy(found, ({ key }) => key)
  const interactions = [...byKey.values()].flatMap((alike) => alike.slice(0, 1))
  const inOrder = operationNames.flatMap((name) => interactions.filter(({ operation }) => operation === name))
  return { consumer, provider, interactions: inOrder }
}

/** Undefined for a request that a Pact cannot say, or whose reply promises nothing. */
function interactionOf(exchange: RecordedExchange, tried: TriedAnswers): Interaction | undefined {
  const { entry } = exchange
  const { operation, method, path, query, body, status, fault, headers } = entry
  const isEvidence = !fault && query === '' && method !== 'HEAD' && ![0, 401, 403, 429].includes(status)
  if (!operation || !isEvidence || (body !== undefined && !isObject(body))) return undefined
  const hasId = /^\/posts\/-?\d+$/.test(path)
  const isMissing = hasId && idMetBy(entry, completeProfile(exchange.profile)) === undefined
  const outcome: Outcome = isMissing ? 'missing' : status < 400 ? 'done' : 'refused'
  const { fields, details } = shapeOf(body, hasId)
  const isId = operation === 'list' || operation === 'create' || hasId
  if (!isId) details.push(`at ${path}`)
  const { 'content-type': type = 'application/json' } = headers
  const isJson = body === undefined || /^application\/json\s*(?:;|$)/i.test(type)
  if (!isJson) details.push(`as ${type}`)
  // Such as a text that is too long.
  if (outcome === 'refused' && details.length === 0) return undefined
  const states: StateName[] = hasId ? [isMissing ? 'no post has the id' : 'a post exists'] : []
  if (fields?.title === title) states.push('a title is free')
  const request: ExampleRequest = {
    method,
    path: hasId ? path.replace(/[^/]+$/, '${id}') : path,
    ...(fields && { body: fields }),
    ...(!isJson && { mediaType: type }),
  }
  const about = [...details, outcomes[outcome]].join(', ')
  return {
    key: `${operation}/${about}`,
    description: descriptions[operation],
    operation,
    states,
    request,
    clauses: [],
    values: { id: 1, title: 'A title' },
    response: reliedResponse(entry, operation, outcome, tried),
  }
}

const outcomes: Readonly<Record<Outcome, string>> = {
  done: 'done',
  missing: 'where none has the id',
  refused: 'refused',
}

const title = '${title}'
const content = 'Some content.'

/** The fields of a body with texts that do not depend on the test, and what is special about them. */
function shapeOf(body: JsonValue | undefined, hasId: boolean) {
  const details: string[] = []
  if (!isObject(body)) return { fields: undefined, details }
  const fields: Record<string, unknown> = {}
  for (const [name, usual] of Object.entries({ title, content })) {
    const sent = body[name]
    const isText = typeof sent === 'string' && sent !== ''
    if (isText) fields[name] = usual
    else if (sent === undefined) details.push(`without ${name}`)
    else {
      fields[name] = plain(sent)
      details.push(`with ${name} ${stringifyJson(fields[name])}`)
    }
  }
  for (const name of Object.keys(body).sort()) {
    if (name === 'title' || name === 'content') continue
    fields[name] = name === 'id' && hasId ? '${id}' : plain(body[name] ?? null)
    details.push(`with ${name}`)
  }
  return { fields, details }
}

/** A value of the same type. */
function plain(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value === '' ? '' : 'text'
  if (typeof value === 'number' || typeof value === 'bigint') return 1
  if (typeof value === 'boolean' || value === null) return value
  return Array.isArray(value) ? [] : {}
}
