import { completeProfile } from '../../handlers/choices/profile.ts'
import { choiceIds } from '../../handlers/choices.ts'
import type { PlainReply } from '../../handlers/http/plain.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type Expected, type ExpectedResponse, like, postLike } from '../pact/contract.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import type { ClientFile } from './client-file.ts'
import type { RecordedExchange } from './recording.ts'
import { replyUnder } from './replay.ts'
import { type Answers, answersOf, listedVariants, profileOf, variantOf } from './shaping.ts'

/** A Pact takes its ids from the provider states, and has no credentials. */
const outsideOfPact: readonly string[] = ['id.assignment', 'id.reuse', 'access.credentials']

const post = postLike({ id: 1, title: 'A title', content: 'Some content.' })

/**
 * What a client needs of a reply: what the replies have in common with which its tests pass. They are those to the same request
 * under each answer that is not known to fail.
 */
export async function neededResponse(
  exchange: RecordedExchange,
  { passes, fails }: Pick<ClientFile, 'passes' | 'fails'>,
): Promise<ExpectedResponse> {
  const { operation, status } = exchange.entry
  const base: Answers = { ...completeProfile(exchange.profile), 'access.credentials': 'none' }
  const tried = choiceIds.flatMap((choice) =>
    (passes[choice] ?? []).map((answer) => variantOf(choice, answer)),
  )
  const failed = new Set(fails.map(({ answers }) => stringifyJson(answers)))
  const enough: PlainReply[] = []
  const failing: PlainReply[] = []
  for (const variant of new Set([...listedVariants, ...tried])) {
    const answers = answersOf([variant])
    const under = outsideOfPact.includes(variant.choice) ? undefined : profileOf({ ...base, ...answers })
    const replies = failed.has(stringifyJson(answers)) ? failing : enough
    if (under) replies.push(await replyUnder(exchange, under))
  }
  const permits = permitted(status, enough, failing)
  const needed = { status, ...(permits && { permits }) }
  // The document says what these are.
  if (operation === 'read' && status < 400) return { ...needed, like: post }
  if (operation === 'list' && status < 400)
    return { ...needed, like: { 'pact:matcher:type': 'type', min: 0, value: [post] } }
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
