import { completeProfile } from '../../handlers/choices/profile.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { isObject, type JsonValue, parseJson } from '../../handlers/model/json.ts'
import { answerExample } from '../model/mock.ts'
import { examples } from '../scenarios/examples.ts'
import type { ReceivedReply } from '../scenarios/exchange.ts'
import { asList } from '../scenarios/post-text.ts'
import type { Example, StateValues } from '../scenarios/scenario.ts'

/** What a consumer may expect of a provider: the statements of the interface document. */
export interface Contract {
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly Interaction[]
}

/** One request and its expected response, derived from the handlers. */
export interface Interaction extends Omit<Example, 'shows' | 'permits'> {
  /** The values of the states when the contract was derived: the examples in the file. */
  readonly values: StateValues
  readonly response: ExpectedResponse
}

export interface ExpectedResponse {
  /** The mock's status. */
  readonly status: number
  /** The statuses of a provider: any success; any refusal (4xx); either; or any. Default only the mock's. */
  readonly permits?: 'success' | 'refusal' | 'success-or-refusal' | 'anything'
  /** The body, which is JSON then. Default any. */
  readonly like?: Expected
  /** The Location header, as a regular expression. Default any or none. */
  readonly location?: string
}

/** A value in Pact's integration JSON: literal, or with matchers (https://docs.pact.io, "integration JSON format"). */
export type Expected = JsonValue | { readonly [key: string]: unknown } | readonly Expected[]

/** The provider in a contract of the interface document. */
export const usualProvider = 'posts-service'

/** The options of {@link deriveContract}. */
export interface DeriveOptions {
  /** Default `posts-consumer`. */
  readonly consumer?: string
  /** Default `posts-service`. */
  readonly provider?: string
}

/**
 * Derives the contract of the interface document: the mock answers every example, and the reply becomes an interaction
 * that requires what the document states. The result is deterministic.
 *
 * @throws UnderstudyError `OPTION_INVALID` (a name that cannot be part of a file name)
 * @example
 * const contract = await deriveContract({ consumer: 'blog-web' })
 */
export async function deriveContract(options: DeriveOptions = {}): Promise<Contract> {
  const consumer = checkedName('consumer', options.consumer ?? 'posts-consumer')
  const provider = checkedName('provider', options.provider ?? usualProvider)
  const profile = completeProfile()
  const interactions: Interaction[] = []
  for (const example of examples) {
    const { shows, permits, ...rest } = example
    // Pact reformats JSON, and refuses any other text.
    if (rest.clauses.length === 0 || typeof rest.request.body === 'string') continue
    const { values, reply } = await answerExample(example, profile)
    interactions.push({ ...rest, values, response: expectedResponse(example, reply) })
  }
  return { consumer, provider, interactions }
}

/** @throws UnderstudyError `OPTION_INVALID` */
export function checkedName(role: 'consumer' | 'provider', name: string): string {
  if (/^[\w. -]{1,100}$/.test(name) && name.trim() === name) return name
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to derive a contract: the ${role} "${name}" cannot be part of a file name. Use letters, digits, dots, dashes and spaces.`,
  )
}

/** What the document requires of a reply; the mock's is the example. */
function expectedResponse(
  { operation, permits }: Example,
  { status, body }: ReceivedReply,
): ExpectedResponse {
  if (permits === 'not-found') return { status }
  if (operation === 'read') return { status, like: postLike(parseJson(body)) }
  if (operation !== 'list') return { status, permits }
  const [first = {}] = asList(body) ?? []
  return { status, like: { 'pact:matcher:type': 'type', min: 0, value: [postLike(first)] } }
}

/** A post with any id and any texts. */
export function postLike(post: JsonValue): Expected {
  if (!isObject(post)) return like(post)
  const { id = 1, ...others } = post
  const members = Object.entries(others).map(([name, value]) => [name, like(value)])
  return like({ id: { 'pact:matcher:type': 'integer', value: id }, ...Object.fromEntries(members) })
}

/** Any value of the example's type; inside an object the members' own matchers count. */
export function like(value: Expected): Expected {
  return { 'pact:matcher:type': 'type', value }
}
