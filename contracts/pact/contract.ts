import {
  completeProfile,
  type Profile,
  type ProfileOption,
  unknownIn,
} from '../../handlers/choices/profile.ts'
import { choiceIds, choices } from '../../handlers/choices.ts'
import { fieldNames, type PostFields } from '../../handlers/fields.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { isObject, type JsonValue } from '../../handlers/model/json.ts'
import { examples } from '../scenarios/examples.ts'
import { asList, postsIn, readBody } from '../scenarios/post-text.ts'
import type { Before } from '../scenarios/provider-state.ts'
import { type Example, isMarked, type StateValues } from '../scenarios/scenario.ts'
import { allFields } from '../scenarios/texts.ts'
import { answerExample, withoutLimits } from '../wire/mock.ts'
import { isRefusal, isSuccess } from '../wire/status.ts'
import {
  containing,
  type Expected,
  type ExpectedResponse,
  listLike,
  type Post,
  postLike,
  postOf,
  repliedLike,
} from './expected.ts'

/** What a consumer may expect of a provider. */
export interface Contract {
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly Interaction[]
}

/** What was requested before, one request, and the expected reply, derived from the handlers. */
export interface Interaction extends Example {
  /** The values of the state when the contract was derived: the examples in the file. */
  readonly values: StateValues
  readonly response: ExpectedResponse
}

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
  const provider = checkedName('provider', options.provider ?? 'posts-service')
  const profile = withoutLimits(completeProfile(options.profile ?? { unknown: choiceIds }))
  const interactions: Interaction[] = []
  for (const example of examples.flatMap(withReads)) {
    const interaction = canSend(example) && (await interactionOf(example, profile))
    if (interaction) interactions.push(interaction)
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

/** What is written where a service refuses the texts of an example. */
const otherwise = allFields({ title: '${title} else', content: 'Else ${title}.' })

/** An example, and reads of its posts after its request, and after the same again where that changes nothing. */
function withReads(example: Example): Example[] {
  const { key, description, after, of = 0, clauses, permits, shows = [] } = example
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
        key: `${key}${times}, then read ${post}`,
        description: `read post ${post} after a request${times} to ${description}`,
        operation: 'read',
        after: before,
        of: post,
        request: { method: 'GET', path: '/posts/${id}' },
        permits: write.operation === 'delete' && post === of ? 'not-found' : 'success',
        ...{ clauses, shows },
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

/** Whether Pact can send an example, and it cannot leave a post that nothing recognises. */
function canSend({ request: { body, method } }: Example): boolean {
  // Pact reformats JSON, and refuses any other text.
  return typeof body !== 'string' && (method !== 'POST' || isMarked(body))
}

/** An example with the reply of the mock, loosened where a choice is open; undefined where nothing is required then. */
async function interactionOf(example: Example, profile: Profile): Promise<Interaction | undefined> {
  const { operation } = example
  const { values, reply } = await answerExample(example, profile)
  const literal = repliedLike(reply, values)
  const like =
    operation === 'list'
      ? listOf(asList(reply.body) ?? [], values, profile)
      : operation === 'read' && isSuccess(reply) && postOf(await readBack(example, profile), values)
  const response = like ? { ...literal, like } : loosened(example, literal, profile)
  return response && { ...example, values, response }
}

/** The posts of a list; only what they look like where a page may not have all. */
function listOf(posts: readonly JsonValue[], values: StateValues, profile: Profile): Expected {
  const isWhole = profile['list.page-size'] === 'none' && !unknownIn(profile).has('list.page-size')
  return isWhole ? containing(posts, values) : listLike(postLike(posts[0] ?? {}))
}

/** The posts that a read may show: as they were sent, and as an open choice may have changed or refused them. */
async function readBack(example: Example, profile: Profile): Promise<readonly Post[]> {
  const { after } = example
  const refused = after.map((each) =>
    'otherwise' in each && each.otherwise ? { ...each, texts: each.otherwise } : each,
  )
  const isOpen = unknownIn(profile).has('text.kept')
  const changes = isOpen ? choices['text.kept'].answers : [profile['text.kept']]
  const posts: Post[] = []
  for (const before of [after, refused])
    for (const change of changes) {
      const changed = completeProfile({ ...profile, 'text.kept': change })
      const { reply } = await answerExample({ ...example, after: before }, changed)
      posts.push(...postsIn(readBody(reply.body)))
    }
  return posts
}

/** The reply of the mock; where a choice that shapes it is open, what the document says of it. */
function loosened(
  { operation, permits, shows = [] }: Example,
  response: ExpectedResponse,
  profile: Profile,
): ExpectedResponse | undefined {
  const { status } = response
  const shaping = isRefusal(response)
    ? ['error.body', 'input.invalid-body', 'input.invalid-status']
    : ['create.location', `${operation}.status`, `${operation}.body`]
  const isOpen = [...unknownIn(profile)].some((choice) => [...shaping, ...shows].includes(choice))
  if (permits === 'not-found') return isOpen ? { status } : response
  if (permits === 'success') return isOpen ? { status, permits } : response
  const isShown = permits === 'anything' ? shows.length > 0 : shows.includes('input.empty')
  return isShown && !isOpen ? response : undefined
}
