import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { isSuccess, type ReceivedReply, type SentRequest } from '../document/exchange.ts'
import { asList, asPost, isObject, readBody } from '../document/post-text.ts'
import { brief } from '../judge/check-context.ts'
import type { ClientMoment, Move } from './move.ts'

/** One line of a trace: what was sent, and what both sides answered. Plain data. */
export interface TraceLine {
  /** Which step of the sequence it belongs to, from 1 on; requests of one step may have been sent at once. */
  readonly step: number
  /** How many such requests were sent, one after the other. */
  readonly times: number
  readonly request: SentRequest
  readonly provider: Answer
  /** What our own handlers answer. */
  readonly mock: Answer
  /** Whether both say the same, as far as the document states it. */
  readonly isSame: boolean
  /** Whether it was under way together with those of the same step beside it. */
  readonly isAtOnce: boolean
  /** Where several clients sent at once: which one it was, and when. What our own handlers answer is then one of several right answers. */
  readonly moment?: ClientMoment
  /** Ids of the posts that it made. */
  readonly made: readonly PostId[]
}

/** A reply in brief. Of a list it has the posts that both sides tell otherwise, beside their number. */
export interface Answer {
  readonly status: number
  readonly body: string
  /** How many posts of the sequence a list has. */
  readonly posts?: number
}

/** What a finding of sequences is shown by. */
export function sequenceName(path: string): string {
  return `sequence ${path}`
}

/** More creates or deletes than this are told as one line. */
const fewest = 3

/** Tells the requests of a sequence in their order, those that are alike together. */
export function traceOf(moves: readonly Move[], marker: string): TraceLine[] {
  const lines: TraceLine[] = []
  for (let at = 0; at < moves.length; ) {
    const move = moves[at] as Move
    const end = moves.findIndex((each, index) => index > at && !isAlike(each, move))
    const alike = (end < 0 ? moves.length : end) - at
    const times = move.request.method === 'GET' || alike > fewest ? alike : 1
    const made = moves.slice(at, at + times).flatMap((each) => each.made ?? [])
    lines.push({ ...lineOf(move, marker), times, made })
    at += times
  }
  return lines
}

/** The same look with the same answer, or creates in a row, or deletes. */
function isAlike({ request, reply, isAtOnce }: Move, other: Move): boolean {
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

function lineOf({ step, request, reply, model, isAtOnce, moment }: Move, marker: string): Line {
  if (moment) {
    const [provider, mock] = [answerOf(reply), answerOf(model)]
    return { step, request, isAtOnce, moment, provider, mock, isSame: true }
  }
  const ours = asList(reply.body)
  const theirs = asList(model.body)
  if (request.method === 'GET' && ours && theirs) {
    const posts = ours.filter((item) => isObject(item) && String(item.title).includes(marker))
    const [odd, lost] = [without(posts, theirs), without(theirs, posts)]
    return {
      step,
      request,
      isAtOnce,
      provider: { status: reply.status, body: brief(stringifyJson(odd) ?? ''), posts: posts.length },
      mock: { status: model.status, body: brief(stringifyJson(lost) ?? ''), posts: theirs.length },
      isSame: odd.length === 0 && lost.length === 0,
    }
  }
  const [provider, mock] = [answerOf(reply), answerOf(model)]
  return { step, request, isAtOnce, provider, mock, isSame: isSame(request, reply, model) }
}

/** The posts of a list that another does not have, or has otherwise. */
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

/** The document says nothing of statuses and bodies of writes, and nothing of the bodies of errors. */
function isSame({ method }: SentRequest, reply: ReceivedReply, model: ReceivedReply): boolean {
  if (isSuccess(reply) !== isSuccess(model)) return false
  const [one, other] = [asPost(readBody(reply.body)), asPost(readBody(model.body))]
  if (method === 'GET' && reply.status !== model.status) return false
  return !isSuccess(reply) || !one || !other || (one.title === other.title && one.content === other.content)
}
