import { isDeepStrictEqual } from 'node:util'
import {
  completeProfile,
  type Profile,
  type ProfileOption,
  unknownIn,
} from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds, choices } from '../../handlers/choices.ts'
import { fieldNames, type PostFields } from '../../handlers/fields.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { isObject } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import { examples } from '../scenarios/examples.ts'
import { asList } from '../scenarios/post-text.ts'
import {
  type Before,
  type Example,
  isMarked,
  type Situation,
  type StateValues,
} from '../scenarios/scenario.ts'
import { allFields } from '../scenarios/texts.ts'
import { type AnsweredExample, answerExample, withoutLimits } from '../wire/mock.ts'
import { closed, containing, type ExpectedResponse, inCommon, listLike, postLike } from './expected.ts'

/** What a consumer may expect of a provider. */
export interface Contract {
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly Interaction[]
}

/** What was requested before, one request, and the expected reply, derived from the handlers. */
export interface Interaction
  extends Situation,
    Pick<Example, 'key' | 'description' | 'operation' | 'clauses'> {
  /** The values of the state when the contract was derived: the examples in the file. */
  readonly values: StateValues
  readonly response: ExpectedResponse
}

/** The provider in a contract of the interface document. */
export const usualProvider = 'posts-service'

/** The options of {@link deriveContract}. */
export interface DeriveOptions {
  /** Default `posts-consumer`. */
  readonly consumer?: string
  /** Default `posts-service`. */
  readonly provider?: string
  /** The answers of the provider, which are required too. Default what the interface document states. */
  readonly profile?: ProfileOption
}

/**
 * Derives a contract: the mock gets the requests of every example, also a read of each post after a write, and its reply
 * is what is expected, without what a choice leaves open. The result is deterministic.
 *
 * @throws UnderstudyError `OPTION_INVALID` (a name that cannot be part of a file name), `PROFILE_INVALID`
 * @example
 * const contract = await deriveContract({ consumer: 'blog-web', profile: 'json-server' })
 */
export async function deriveContract(options: DeriveOptions = {}): Promise<Contract> {
  const consumer = checkedName('consumer', options.consumer ?? 'posts-consumer')
  const provider = checkedName('provider', options.provider ?? usualProvider)
  const given = options.profile === undefined ? undefined : completeProfile(options.profile)
  const profile = withoutLimits(given ?? completeProfile())
  const open = given ? unknownIn(given) : new Set(choiceIds)
  const interactions: Interaction[] = []
  for (const example of examples.flatMap(withReads)) {
    if (!isInContract(example, given !== undefined)) continue
    const interaction = await interactionOf(example, alternativesTo(profile, open, example.operation))
    if (interaction) interactions.push(interaction, ...withClosedBody(interaction, example))
  }
  return { consumer, provider, interactions }
}

/** The same where an error body of an object is shown: Pact permits further members otherwise. */
function withClosedBody(interaction: Interaction, { shows = [] }: Example): Interaction[] {
  const { key, response } = interaction
  const { status, like } = response
  const showsError = shows.includes('error.body') || shows.includes('input.invalid-body')
  if (!showsError || status < 400 || !isObject(like)) return []
  return [{ ...interaction, key: `${key}, no other members`, response: { status, like: closed(like) } }]
}

/** @throws UnderstudyError `OPTION_INVALID` */
export function checkedName(role: 'consumer' | 'provider', name: string): string {
  if (/^[\w. -]{1,100}$/.test(name) && name.trim() === name) return name
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to derive a contract: the ${role} "${name}" cannot be part of a file name. Use letters, digits, dots, dashes and spaces.`,
  )
}

/** What is written where a service refuses the texts of an example. */
const otherwise = allFields({ title: '${title} else', content: 'Else ${title}.' })

/** An example, and reads of its posts after its request, and after the same again where that changes nothing. */
function withReads(example: Example): Example[] {
  const { key, description, after, of = 0, clauses, permits } = example
  const write = writeOf(example)
  if (!write || permits === 'anything') return [example]
  // A service may permit few replaces of one post.
  const isAgain =
    clauses.some((clause) => clause.endsWith('.idempotent')) &&
    after.every(({ operation }) => operation !== 'replace')
  const reads = [[write], ...(isAgain ? [[write, write]] : [])].flatMap((writes) => {
    const before = [...after, ...writes]
    const count = before.filter(({ operation }) => operation === 'create').length
    const isGone = (post: number) => after.some((each) => each.operation === 'delete' && each.post === post)
    const left = Array.from({ length: count }, (_, post) => post).filter((post) => !isGone(post))
    const times = writes.length > 1 ? ' twice' : ''
    return left.map(
      (post): Example => ({
        ...example,
        key: `${key}${times}, then read ${post}`,
        description: `read post ${post} after a request${times} to ${description}`,
        operation: 'read',
        after: before,
        of: post,
        request: { method: 'GET', path: '/posts/${id}' },
        permits: write.operation === 'delete' && post === of ? 'not-found' : 'success',
      }),
    )
  })
  return [example, ...reads]
}

/** The request of an example as one before others; undefined unless it is an ordinary write. */
function writeOf({ operation, of = 0, request, permits }: Example): Before | undefined {
  if (operation === 'delete') return { operation, post: of }
  const { body } = request
  if ((operation !== 'create' && operation !== 'replace') || !isPostFields(body)) return undefined
  const texts = { texts: body, ...(permits === 'success-or-refusal' && { otherwise }) }
  return operation === 'create' ? { operation, ...texts } : { operation, post: of, ...texts }
}

function isPostFields(body: unknown): body is PostFields {
  return isObject(body) && Object.keys(body).sort().join() === fieldNames.toSorted().join()
}

/**
 * Whether a contract has an example: what Pact can send, and cannot leave a post that nothing recognises. A text that a
 * service may refuse is only in the state before a read.
 */
function isInContract({ clauses, shows = [], permits, request }: Example, hasProfile: boolean): boolean {
  const { body, method } = request
  // Pact reformats JSON, and refuses any other text.
  if (typeof body === 'string' || (method === 'POST' && !isMarked(body))) return false
  const isRequired = permits === 'success' || permits === 'not-found'
  if (!hasProfile) return isRequired && clauses.length > 0
  return isRequired || (permits === 'anything' && shows.length > 0) || shows.includes('input.empty')
}

/** The choices that can shape the reply to an operation, besides its own. */
const shaping = {
  read: /^(?:text|post|error|input\.empty|id\.malformed)/,
  write: /^(?:input|text|post|error|method)/,
}

/** A profile, and the same with each other answer to a choice that is open. */
function alternativesTo(
  profile: Profile,
  open: ReadonlySet<ChoiceId>,
  operation: Example['operation'],
): readonly [Profile, ...Profile[]] {
  const pattern = operation === 'read' || operation === 'list' ? shaping.read : shaping.write
  const seen = [...open].filter((choice) => pattern.test(choice) || choice.startsWith(`${operation}.`))
  const others = seen.flatMap((choice) => choices[choice].answers.map((answer) => ({ [choice]: answer })))
  return [profile, ...others.map((other) => completeProfile({ ...profile, ...other }))]
}

/** Whether the list of the profiles has every post on its first page. */
function isWhole(profiles: readonly Profile[]): boolean {
  return profiles.every((profile) => profile['list.page-size'] === 'none')
}

/** An example with what the replies to it have in common; undefined where they may be a success or a refusal. */
async function interactionOf(
  example: Example,
  profiles: readonly [Profile, ...Profile[]],
): Promise<Interaction | undefined> {
  const { key, description, operation, after, of, request, clauses, shows = [] } = example
  const refused = after.map((each) =>
    'otherwise' in each && each.otherwise ? { ...each, texts: each.otherwise } : each,
  )
  // Which empty texts are refused is a choice; which other ones is not.
  const isOpen = !isDeepStrictEqual(refused, after) && !shows.includes('input.empty')
  const answered: AnsweredExample[] = []
  for (const profile of profiles) answered.push(await answerExample(example, profile))
  if (isOpen) answered.push(await answerExample({ ...example, after: refused }, profiles[0]))
  const [{ values, reply }] = answered as [AnsweredExample, ...AnsweredExample[]]
  const response = inCommon(
    answered.map((each) => each.reply),
    values,
  )
  if (response.permits === 'success-or-refusal') return undefined
  const posts = operation === 'list' ? (asList(reply.body) ?? []) : []
  const [first] = posts
  const list = first && { like: isWhole(profiles) ? containing(posts, values) : listLike(postLike(first)) }
  return {
    ...{ key, description, operation, after, request, clauses, values },
    ...defined({ of }),
    response: { ...response, ...list },
  }
}
