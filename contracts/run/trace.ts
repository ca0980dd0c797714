import type { Profile } from '../../handlers/choices/profile.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { brief } from '../judge/check-context.ts'
import { mockReply } from '../model/mock.ts'
import type { OwnPost } from '../model/own-posts.ts'
import { type Exchange, isSuccess, type ReceivedReply, type SentRequest } from '../spec/exchange.ts'
import { asList, asPost, isObject, readBody } from '../spec/post-text.ts'

/** One request of a sequence. */
export interface SequenceExchange extends Exchange {
  /** The posts that the provider must have when it is sent. */
  readonly posts: readonly OwnPost[]
  /** Its step, from 1 on. */
  readonly step: number
  /** Whether it is one of several whose concurrence is tested. */
  readonly isAtOnce: boolean
  /** The post that it created. */
  made?: PostId
}

/** One line of a trace: a request and both replies. Plain data. */
export interface TraceLine {
  /** Its step, from 1 on. */
  readonly step: number
  /** How many such requests were sent in sequence. */
  readonly times: number
  readonly request: SentRequest
  readonly provider: Answer
  /** The mock's reply. */
  readonly mock: Answer
  /** Whether both replies agree, as far as the document states. */
  readonly isSame: boolean
  /** Whether it ran concurrently with its neighbours of the same step: the mock's reply is one of several right ones. */
  readonly isAtOnce: boolean
  readonly made: readonly PostId[]
}

/** A shortened reply. For a list, the posts that differ, and the number of all. */
export interface Answer {
  readonly status: number
  readonly body: string
  readonly posts?: number
}

/** More consecutive creates or deletes than this are one line. */
const fewest = 3

/** The requests of a sequence in order, with the replies of a mock of the profile; similar ones share a line. */
export async function traceOf(
  exchanges: readonly SequenceExchange[],
  marker: string,
  profile: Profile,
): Promise<TraceLine[]> {
  const lines: TraceLine[] = []
  for (let at = 0; at < exchanges.length; ) {
    const exchange = exchanges[at] as SequenceExchange
    const end = exchanges.findIndex((each, index) => index > at && !isAlike(each, exchange))
    const alike = (end < 0 ? exchanges.length : end) - at
    const times = exchange.request.method === 'GET' || alike > fewest ? alike : 1
    const made = exchanges.slice(at, at + times).flatMap((each) => each.made ?? [])
    const mock = await mockReply(profile, exchange.posts, exchange.request)
    lines.push({ ...lineOf(exchange, mock, marker), times, made })
    at += times
  }
  return lines
}

/** Whether two requests are the same read with the same reply, or both creates, or both deletes. */
function isAlike({ request, reply, isAtOnce }: SequenceExchange, other: SequenceExchange): boolean {
  if (isAtOnce || other.isAtOnce || request.method !== other.request.method) return false
  if (request.method === 'GET')
    return (
      request.path === other.request.path &&
      reply.status === other.reply.status &&
      reply.body === other.reply.body
    )
  return request.method !== 'PUT' && isSuccess(reply) && isSuccess(other.reply)
}

type Line = Omit<TraceLine, 'times' | 'made'>

function lineOf(
  { step, request, reply, isAtOnce }: SequenceExchange,
  model: ReceivedReply,
  marker: string,
): Line {
  const sent = { step, request, isAtOnce }
  const answers = { provider: answerOf(reply), mock: answerOf(model) }
  if (isAtOnce) return { ...sent, ...answers, isSame: true }
  const ours = asList(reply.body)
  const theirs = asList(model.body)
  if (request.method === 'GET' && ours && theirs) {
    const posts = ours.filter((item) => isObject(item) && String(item.title).includes(marker))
    const [odd, lost] = [without(posts, theirs), without(theirs, posts)]
    return {
      ...sent,
      provider: { status: reply.status, body: brief(stringifyJson(odd) ?? ''), posts: posts.length },
      mock: { status: model.status, body: brief(stringifyJson(lost) ?? ''), posts: theirs.length },
      isSame: odd.length === 0 && lost.length === 0,
    }
  }
  return { ...sent, ...answers, isSame: isSame(request, reply, model) }
}

/** The posts of a list that another does not have, or has with other texts. */
function without(posts: readonly JsonValue[], others: readonly JsonValue[]): JsonValue[] {
  const known = new Set(others.map(keyOf))
  return posts.filter((post) => !known.has(keyOf(post)))
}

function keyOf(item: JsonValue): string {
  const post = asPost(item)
  return post ? `${post.id} ${post.title} ${post.content}` : (stringifyJson(item) ?? '')
}

function answerOf({ status, body }: ReceivedReply): Answer {
  return { status, body: brief(body) }
}

/** Ignores statuses and bodies of writes, and bodies of errors: the document leaves them open. */
function isSame({ method }: SentRequest, reply: ReceivedReply, model: ReceivedReply): boolean {
  if (isSuccess(reply) !== isSuccess(model)) return false
  const [one, other] = [asPost(readBody(reply.body)), asPost(readBody(model.body))]
  if (method === 'GET' && reply.status !== model.status) return false
  return !isSuccess(reply) || !one || !other || (one.title === other.title && one.content === other.content)
}
