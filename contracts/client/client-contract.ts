import { completeProfile } from '../../handlers/choices/profile.ts'
import { eachField } from '../../handlers/fields.ts'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { isObject, type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import type { Contract, Interaction } from '../pact/contract.ts'
import { type Expected, type ExpectedResponse, like, listLike, postLike } from '../pact/expected.ts'
import { idIn, isListPath } from '../scenarios/addresses.ts'
import { anyPosts } from '../scenarios/examples.ts'
import { readBody } from '../scenarios/post-text.ts'
import { noDecisionIn } from '../wire/status.ts'
import type { ClientFile } from './client-file.ts'
import { oneOfEachKind } from './recorded-run.ts'
import type { RecordedExchange } from './recording.ts'
import { replyUnder } from './replay.ts'
import { type Answers, areConsistent } from './shaping.ts'

export interface ClientContractOptions {
  /** Like that of the provider, a name that can be part of a file name. */
  readonly consumer: string
  readonly provider: string
  /** The requests of the client's tests. */
  readonly exchanges: readonly RecordedExchange[]
  /** The answers with which the tests pass and fail. */
  readonly client: Pick<ClientFile, 'passes' | 'fails'>
}

/**
 * The contract of a client: one interaction for each kind of request and outcome that its tests met, which requires what the
 * client relies on. Texts and ids of the tests are not in it, so it is the same after each run. Injected faults,
 * queries and bodies that are not a JSON object are left out.
 */
export async function clientContract(options: ClientContractOptions): Promise<Contract> {
  const { consumer, provider, exchanges, client } = options
  const interactions = new Map<string, Interaction>()
  for (const exchange of oneOfEachKind(exchanges.filter(({ entry }) => entry.query === ''))) {
    const request = requestOf(exchange)
    if (!request || interactions.has(request.key)) continue
    interactions.set(request.key, { ...request, response: await neededResponse(exchange, client) })
  }
  const inOrder = [...interactions.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
  return { consumer, provider, interactions: inOrder }
}

/** What an interaction says of a request; undefined where a Pact cannot say it, or its reply promises nothing. */
function requestOf({ entry, met }: RecordedExchange): Omit<Interaction, 'response'> | undefined {
  const { operation, method, path, body, status, fault } = entry
  const isEvidence = !fault && method !== 'HEAD' && !noDecisionIn({ status })
  if (!operation || !isEvidence || (body !== undefined && !isObject(body))) return undefined
  const hasId = idIn(path) !== undefined
  const isMissing = hasId && !met
  const fields = body && fieldsOf(body, hasId)
  const isUsual = !fields || stringifyJson(fields) === stringifyJson(usual)
  const details = [
    ...(isUsual ? [] : [stringifyJson(fields)]),
    ...(hasId || isListPath(path) ? [] : [`at ${path}`]),
  ]
  const isRefused = status >= 400 && !isMissing
  // Such as a text that is too long.
  if (isRefused && details.length === 0) return undefined
  const outcome = isMissing ? 'where none has the id' : isRefused ? 'refused' : 'done'
  return {
    key: `${operation}/${[...details, outcome].join(', ')}`,
    description: `${operation} ${operation === 'list' ? 'the posts' : 'a post'}`,
    operation,
    after: hasId && !isMissing ? anyPosts.slice(0, 1) : [],
    request: {
      method,
      path: hasId ? '/posts/${id}' : path,
      ...(fields && { body: fields }),
    },
    clauses: [],
    permits: 'anything',
    values: { id: 1, title: 'A title' },
  }
}

const title = '${title}'
const usual: Readonly<Record<string, string>> = { ...eachField((name) => `Some ${name}.`), title }

/** The fields of a body with values that do not depend on the test. */
function fieldsOf(body: Readonly<Record<string, JsonValue>>, hasId: boolean): Record<string, unknown> {
  const fields = Object.entries(body).sort(([one], [other]) => (one < other ? 1 : -1))
  /** A value of the same type. */
  const likeOf = (name: string, value: JsonValue): JsonValue => {
    if (name === 'id' && hasId) return '${id}'
    if (typeof value === 'string') return value === '' ? '' : (usual[name] ?? 'text')
    if (typeof value === 'number' || typeof value === 'bigint') return 1
    if (typeof value === 'boolean' || value === null) return value
    return Array.isArray(value) ? [] : {}
  }
  return Object.fromEntries(fields.map(([name, value]) => [name, likeOf(name, value)]))
}

/** A Pact takes its ids from the provider states, and has no credentials. */
const outsideOfPact: readonly string[] = ['id.assignment', 'id.reuse', 'access.credentials']

const post = postLike({ id: 1, ...eachField((name) => `Some ${name}.`), title: 'A title' })

/**
 * What a client needs of a reply: what the replies have in common with which its tests pass. They are those to the same
 * request under each of the answers.
 */
async function neededResponse(
  exchange: RecordedExchange,
  { passes, fails }: Pick<ClientFile, 'passes' | 'fails'>,
): Promise<ExpectedResponse> {
  const { operation, status } = exchange.entry
  const base: Answers = { ...completeProfile(exchange.profile), 'access.credentials': 'none' }
  const repliesUnder = async (all: readonly Answers[]) => {
    const ofPact = all.filter((answers) => !outsideOfPact.some((choice) => choice in answers))
    const possible = ofPact.map((answers) => ({ ...base, ...answers })).filter(areConsistent)
    return await Promise.all(possible.map((answers) => replyUnder(exchange, completeProfile(answers))))
  }
  const passing = Object.entries(passes).flatMap(([choice, some]) =>
    some.map((answer) => ({ [choice]: answer })),
  )
  const enough = await repliesUnder([{}, ...passing])
  const failing = await repliesUnder(fails.map(({ answers }) => answers))
  const permits = permitted(status, enough, failing)
  const needed = { status, ...(permits && { permits }) }
  // The document says what these are.
  if (operation === 'read' && status < 400) return { ...needed, like: post }
  if (operation === 'list' && status < 400) return { ...needed, like: listLike(post) }
  // A Pact cannot require a body of a refusal alone.
  if (permits === 'success-or-refusal') return needed
  const body = commonOf(enough.map((reply) => readBody(reply.body ?? '')))
  const location = locations.find((pattern) =>
    enough.every(({ headers }) => new RegExp(pattern).test(headers.location ?? '')),
  )
  return { ...needed, ...(body && { like: body }), ...(location && { location }) }
}

/** The path of a post, and its address. */
const locations = ['^/.*posts/-?\\d+$', '^.*/posts/-?\\d+$']

/** The statuses that are enough; undefined for the one alone. */
function permitted(
  status: number,
  enough: readonly PlainReply[],
  failing: readonly PlainReply[],
): ExpectedResponse['permits'] {
  const isLike = (reply: PlainReply) => reply.status < 400 === status < 400
  const others = enough.filter((reply) => reply.status !== status)
  if (others.length === 0 || failing.some((reply) => reply.status !== status && isLike(reply)))
    return undefined
  if (!others.every(isLike)) return 'success-or-refusal'
  return status < 400 ? 'success' : 'refusal'
}

/** What JSON values have in common, by their types; undefined if some is missing or of another type. */
function commonOf(values: readonly (JsonValue | undefined)[]): Expected | undefined {
  const [first] = values
  if (values.every(isObject)) {
    const names = Object.keys(first ?? {}).map((name) => [name, commonOf(values.map((each) => each[name]))])
    return like(Object.fromEntries(names.filter(([, member]) => member !== undefined)))
  }
  if (values.every((each) => typeof each === 'string')) return like('text')
  if (values.every((each) => typeof each === 'number' || typeof each === 'bigint')) return like(1)
  return undefined
}
