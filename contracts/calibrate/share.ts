import type { Profile } from '../../handlers/choices/profile.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Observation } from '../choices/detection.ts'
import { locationKind } from '../choices/reply-detectors.ts'
import { brief } from '../judge/check-context.ts'
import { Model } from '../model/mock.ts'
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
  /** `status`, `body` or `location`. */
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
 * those that the provider gave: status, body and Location. Failures of the provider are left out.
 */
export async function replyShare(
  observed: ReadonlyMap<string, Observation>,
  profile: Profile,
): Promise<ReplyShare> {
  const replies: { readonly isDocumented: boolean; readonly unequal: readonly UnequalReply[] }[] = []
  for (const example of examples) {
    const observation = observed.get(example.key)
    if (!observation || observation.exchange.reply.status >= 500) continue
    const unequal = await differencesOf(example, observation, profile)
    replies.push({ isDocumented: example.permits !== 'anything', unequal })
  }
  const documented = replies.filter(({ isDocumented }) => isDocumented)
  const others = replies.filter(({ isDocumented }) => !isDocumented)
  const count = (all: typeof replies) => {
    return { replies: all.length, equal: all.filter(({ unequal }) => unequal.length === 0).length }
  }
  return {
    documented: count(documented),
    others: count(others),
    differences: [...documented, ...others].flatMap(({ unequal }) => unequal),
  }
}

/** States in which the id of a request has no post. */
const withoutPost: readonly string[] = [
  'no post has the id',
  'a post was deleted',
  'a post before others was deleted',
]

/** The differences between the replies of the provider and of a mock with the same posts. */
async function differencesOf(
  { key, operation, states }: Example,
  { exchange, values }: Observation,
  profile: Profile,
): Promise<UnequalReply[]> {
  const { request, reply } = exchange
  const model = new Model(profile)
  const there = [states.some((state) => withoutPost.includes(state)) ? undefined : values.id, values.other]
  // What a reply shows of a post comes from earlier requests.
  const shown = postsIn(readBody(reply.body)).map(asPost)[0] ?? { title: 'A title', content: 'A content' }
  await model.align(there.flatMap((id) => (id === undefined ? [] : { ...shown, id })))
  const [mock, provider] = [await model.answer(request), reply].map((each) =>
    factsOf(each, operation === 'create' ? idsNamedBy(each)[0] : values.id, profile),
  ) as [Facts, Facts]
  // A list also has other posts.
  const isWhole = operation !== 'list' && reply.cut === undefined
  const compared = [...(isWhole ? (['body'] as const) : []), 'location'] as const
  const abouts = mock.status === provider.status ? compared : (['status'] as const)
  return abouts
    .filter((about) => mock[about] !== provider[about])
    .map((about) => ({
      about,
      mock: brief(mock[about]),
      provider: brief(provider[about]),
      shownBy: key,
      request: `${request.method} ${request.path}`,
    }))
}

/** What is compared of a reply. */
interface Facts {
  readonly status: string
  readonly body: string
  readonly location: string
}

/** @param id that of the request's post. */
function factsOf(reply: ReceivedReply, id: PostId | undefined, profile: Profile): Facts {
  return { status: String(reply.status), body: bodyOf(reply, id, profile), location: locationKind(reply, id) }
}

function bodyOf(reply: ReceivedReply, id: PostId | undefined, profile: Profile): string {
  const value = readBody(reply.body)
  if (value === undefined) return reply.body === '' ? 'none' : 'no JSON'
  const fields = profile['post.extra-fields']
  const generated = new Set(fields === 'none' ? [] : Object.keys(fields))
  return stringifyJson(named(value, { id, generated, isError: isRefusal(reply) }))
}

interface Names {
  /** The id of the request's post. */
  readonly id: PostId | undefined
  /** The fields that a service adds to every post. */
  readonly generated: ReadonlySet<string>
  readonly isError: boolean
}

/** A body with sorted fields, and names in place of ids, generated values and sentences. */
function named(value: JsonValue, names: Names): JsonValue {
  const { id, generated, isError } = names
  if (typeof value === 'string') return '(text)'
  if (typeof value === 'number' || typeof value === 'bigint')
    return id !== undefined && toPostId(value) === id ? '(id)' : value
  if (Array.isArray(value)) return isError ? '(list)' : value.map((item) => named(item, names))
  if (!isObject(value)) return value
  const isPost = !isError && typeof value.title === 'string' && typeof value.content === 'string'
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (isPost && generated.has(name)) return [name, '(generated)']
      return [name, isPost && typeof member === 'string' ? member : named(member, names)]
    }),
  )
}
