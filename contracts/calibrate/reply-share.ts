import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { Observation } from '../choices/detection.ts'
import { Model } from '../model/mock.ts'
import { StateSetup } from '../model/state-setup.ts'
import { setUp } from '../model/states.ts'
import type { Example } from '../spec/example.ts'
import { fillRequest } from '../spec/example.ts'
import { isSuccess, type ReceivedReply, type Send } from '../spec/exchange.ts'
import { anyMark, runMark, runMarkBytes, sequenceMark, titleOfSequence } from '../spec/marks.ts'
import { isObject, isPost, readBody } from '../spec/post-text.ts'
import { idsNamedBy } from '../wire/find-id.ts'
import { compareReplies, generatedFields, type Names, type ReplyDifference } from './comparison.ts'

/** A difference between the mock with a learned profile and the provider. Plain data. */
export interface UnequalReply extends ReplyDifference {
  /** The key of the example whose request shows it. */
  readonly shownBy: string
  readonly request: string
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
 * Sends the requests of examples to a mock with a profile, and compares its replies with those that the provider gave:
 * status, body, the headers that a client reads, and the post that a write left. Failures of the provider are left out.
 */
export async function replyShare(
  examples: readonly Example[],
  observed: ReadonlyMap<string, Observation>,
  profile: Profile,
): Promise<ReplyShare> {
  const counts = { documented: { replies: 0, equal: 0 }, others: { replies: 0, equal: 0 } }
  const differences = { documented: [] as UnequalReply[], others: [] as UnequalReply[] }
  for (const example of examples) {
    const observation = observed.get(example.key)
    if (!observation || observation.exchange.reply.status >= 500) continue
    const mock = await answerOf(example, profile)
    if (!mock) continue
    const kind = example.permits === 'anything' ? 'others' : 'documented'
    const unequal = differencesOf(example, observation, mock, generatedFields(profile))
    counts[kind].replies++
    if (unequal.length === 0) counts[kind].equal++
    const { method, path } = observation.exchange.request
    const where = { shownBy: example.key, request: `${method} ${path}` }
    differences[kind].push(...unequal.map((each) => ({ ...each, ...where })))
  }
  return { ...counts, differences: [...differences.documented, ...differences.others] }
}

/** What a new mock answers to the request of an example; undefined where it cannot set up its state. */
async function answerOf(example: Example, profile: Profile): Promise<Observation | undefined> {
  const model = new Model(profile)
  let titles = 0
  const send: Send = (request) => model.answer(request)
  const setup = new StateSetup({ send, nextTitle: () => titleOfSequence(mark, ++titles) })
  const values = await setUp(example, setup).catch(() => undefined)
  if (!values) return undefined
  const request = fillRequest(example, values)
  const observation = { exchange: { request, reply: await send(request) }, values }
  const id = idOf(example, observation)
  const isWrite = example.operation === 'create' || example.operation === 'replace'
  if (!isWrite || id === undefined || !isSuccess(observation.exchange.reply)) return observation
  const read = await send({ method: 'GET', path: `/posts/${id}`, headers: {} })
  const kept = isSuccess(read) ? readBody(read.body) : undefined
  return { ...observation, ...defined({ kept }) }
}

/** The mark in the titles of the mock's posts. */
const mark = sequenceMark(runMark(new Uint8Array(runMarkBytes)), 1)

function differencesOf(
  example: Example,
  provider: Observation,
  mock: Observation,
  generated: ReadonlySet<string>,
): ReplyDifference[] {
  const [ofProvider, ofMock] = [provider, mock].map((each): Side => {
    const { request, reply } = each.exchange
    const names = { id: idOf(example, each), sent: sentIn(request.body), generated }
    // A read shows a post of earlier requests.
    const body = example.operation === 'read' ? withoutTexts(reply.body) : unmarked(reply.body)
    return { names, reply: { ...reply, body }, left: leftBy(each) }
  }) as [Side, Side]
  // A list also has other posts.
  const hasBody = example.operation !== 'list' && provider.exchange.reply.cut === undefined
  const gaps = compareReplies(ofProvider.reply, ofProvider.names, ofMock.reply, ofMock.names).filter(
    ({ about }) => hasBody || about !== 'body',
  )
  const { left } = ofProvider
  if (gaps.length > 0 || !left || !ofMock.left || left.body.length > longestPost) return gaps
  return compareReplies(left, ofProvider.names, ofMock.left, ofMock.names).map((each) => ({
    ...each,
    about: 'read after the write',
  }))
}

/** In characters; of a longer one the run kept only a part. */
const longestPost = 16_000

/** One of the two that are compared. */
interface Side {
  readonly names: Names
  readonly reply: ReceivedReply
  /** A read of the post that a write left. */
  readonly left: ReceivedReply | undefined
}

function leftBy({ kept }: Observation): ReceivedReply | undefined {
  return kept === undefined ? undefined : { status: 200, headers: {}, body: unmarked(stringifyJson(kept)) }
}

function idOf({ operation }: Example, { exchange: { reply }, values }: Observation): PostId | undefined {
  return operation === 'create' ? idsNamedBy(reply)[0] : values.id
}

function sentIn(body = ''): Readonly<Record<string, unknown>> {
  const value = readBody(unmarked(body))
  return isObject(value) ? value : {}
}

function withoutTexts(body: string): string {
  const post = readBody(body)
  return isObject(post) && isPost(post) ? stringifyJson({ ...post, title: 'a', content: 'b' }) : body
}

/** Without the marks, which the provider and the mock do not share. */
function unmarked(text: string): string {
  return text.replaceAll(anyMark, 'mark')
}
