import type { Profile } from '../../handlers/choices/profile.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Observation } from '../choices/detection.ts'
import { locationKind } from '../choices/reply-detectors.ts'
import { brief } from '../judge/check-context.ts'
import { mockReply } from '../model/mock.ts'
import type { Example } from '../spec/example.ts'
import { examples } from '../spec/examples.ts'
import { isRefusal, type ReceivedReply } from '../spec/exchange.ts'
import { asPost, isObject, postsIn, readBody } from '../spec/post-text.ts'
import { idsNamedBy } from '../wire/find-id.ts'

/** A difference between the mock with a learned profile and the provider. Plain data. */
export interface UnequalReply {
  /** The key of the example whose request shows it. */
  readonly shownBy: string
  readonly request: string
  /** `status`, `location` or `body`. */
  readonly about: string
  /** The values of the mock and of the provider; ids, generated values and sentences are replaced by names. */
  readonly mock: string
  readonly provider: string
}

/** How many replies were compared, and how many of them are equal. */
export interface EqualCount {
  readonly replies: number
  readonly equal: number
}

/** How many replies of the mock with a learned profile equal those of the provider. Plain data. */
export interface ReplyShare {
  /** Requests that the document describes. */
  readonly documented: EqualCount
  /** All others, such as malformed bodies and writes to posts that do not exist. */
  readonly others: EqualCount
  /** The differences, those of documented requests first. */
  readonly differences: readonly UnequalReply[]
}

/**
 * Sends the requests of examples to a mock with a profile and the posts of the provider, and compares its replies with
 * those that the provider gave: status, Location and body. Failures of the provider are left out.
 */
export async function replyShare(
  observed: ReadonlyMap<string, Observation>,
  profile: Profile,
): Promise<ReplyShare> {
  const differences = { documented: [] as UnequalReply[], others: [] as UnequalReply[] }
  const replies = { documented: 0, others: 0 }
  for (const example of examples) {
    const observation = observed.get(example.key)
    if (!observation || observation.exchange.reply.status >= 500) continue
    const kind = example.permits === 'anything' ? 'others' : 'documented'
    replies[kind]++
    differences[kind].push(...(await differenceOf(example, observation, profile)))
  }
  const count = (kind: keyof typeof replies) => {
    return { replies: replies[kind], equal: replies[kind] - differences[kind].length }
  }
  return {
    documented: count('documented'),
    others: count('others'),
    differences: [...differences.documented, ...differences.others],
  }
}

/** States in which the id of a request has no post. */
const withoutPost: readonly string[] = [
  'no post has the id',
  'a post was deleted',
  'a post before others was deleted',
]

/** The first difference between the replies of the provider and of a mock with the same posts. */
async function differenceOf(
  { key, operation, states }: Example,
  { exchange, values }: Observation,
  profile: Profile,
): Promise<readonly UnequalReply[]> {
  const { request, reply } = exchange
  const there = [states.some((state) => withoutPost.includes(state)) ? undefined : values.id, values.other]
  // What a reply shows of a post comes from earlier requests.
  const shown = postsIn(readBody(reply.body)).map(asPost)[0] ?? { title: 'A title', content: 'A content' }
  const posts = there.flatMap((id) => (id === undefined ? [] : { ...shown, id }))
  const [mock, provider] = [await mockReply(profile, posts, request), reply].map((each) =>
    factsOf(each, operation === 'create' ? idsNamedBy(each)[0] : values.id),
  ) as [Facts, Facts]
  // A list also has other posts.
  const isWhole = operation !== 'list' && reply.cut === undefined
  const compared = isWhole ? (['status', 'location', 'body'] as const) : (['status', 'location'] as const)
  const about = compared.find((each) => mock[each] !== provider[each])
  if (about === undefined) return []
  const where = { shownBy: key, request: `${request.method} ${request.path}` }
  return [{ ...where, about, mock: brief(mock[about]), provider: brief(provider[about]) }]
}

type Facts = Readonly<Record<'status' | 'location' | 'body', string>>

/** What is compared of a reply. @param id that of the request's post. */
function factsOf(reply: ReceivedReply, id: PostId | undefined): Facts {
  const value = readBody(reply.body)
  const named = value === undefined ? undefined : stringifyJson(withNames(value, id, isRefusal(reply)))
  const body = named ?? (reply.body === '' ? 'none' : 'no JSON')
  return { status: String(reply.status), location: locationKind(reply, id), body }
}

/** A body with sorted fields, and names in place of the id, sentences, and what a service adds to posts. */
function withNames(value: JsonValue, id: PostId | undefined, isError: boolean): JsonValue {
  if (typeof value === 'string') return '(text)'
  if (typeof value === 'number' || typeof value === 'bigint')
    return id !== undefined && toPostId(value) === id ? '(id)' : value
  if (Array.isArray(value)) return isError ? '(list)' : value.map((item) => withNames(item, id, isError))
  if (!isObject(value)) return value
  const isPost = !isError && typeof value.title === 'string' && typeof value.content === 'string'
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (isPost && name !== 'id') return [name, name === 'title' || name === 'content' ? member : '(value)']
      return [name, withNames(member, id, isError)]
    }),
  )
}
