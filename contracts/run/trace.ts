import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { brief } from '../judge/excerpt.ts'
import { idIn, listPath } from '../scenarios/addresses.ts'
import { type Exchange, plainRequest, type SentRequest } from '../scenarios/exchange.ts'
import { asList, carries } from '../scenarios/post-text.ts'
import { isSuccess } from '../wire/status.ts'

/** One request of a sequence. */
export interface SequenceExchange extends Exchange {
  /** Its step, from 1 on. */
  readonly step: number
  /** Whether it is one of several whose concurrence is tested. */
  readonly isAtOnce: boolean
  /** The post that it created. */
  made?: PostId
}

/** One line of a trace: a request and its reply. Plain data. */
export interface TraceLine {
  /** Its step, from 1 on. */
  readonly step: number
  /** How many such requests were sent in sequence. */
  readonly times: number
  readonly request: SentRequest
  readonly reply: TracedReply
  /** Whether it ran concurrently with its neighbours of the same step. */
  readonly isAtOnce: boolean
  readonly made: readonly PostId[]
}

/** A shortened reply. */
export interface TracedReply {
  readonly status: number
  readonly body: string
  /** How many posts of the sequence a list shows; its body has only these. */
  readonly posts?: number
}

/** More consecutive creates or deletes than this are one line. */
const fewest = 3

/** The requests of a sequence in order, with their replies; similar ones share a line. */
export function traceOf(exchanges: readonly SequenceExchange[], marker: string): TraceLine[] {
  const lines: TraceLine[] = []
  for (let at = 0; at < exchanges.length; ) {
    const exchange = exchanges[at] as SequenceExchange
    const end = exchanges.findIndex((each, index) => index > at && !isAlike(each, exchange))
    const alike = (end < 0 ? exchanges.length : end) - at
    const times = exchange.request.method === 'GET' || alike > fewest ? alike : 1
    const made = exchanges.slice(at, at + times).flatMap((each) => each.made ?? [])
    const { step, request, isAtOnce } = exchange
    lines.push({ step, times, request, reply: traced(exchange, marker), isAtOnce, made })
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

function traced({ request, reply: { status, body } }: Exchange, marker: string): TracedReply {
  const posts = idIn(request.path) === undefined && asList(body)?.filter((item) => carries(item, marker))
  return posts
    ? { status, body: brief(stringifyJson(posts)), posts: posts.length }
    : { status, body: brief(body) }
}

/** Ids further apart than this are unrelated. */
const near = 1000

/** One request of a script. */
export type ScriptLine = Pick<TraceLine, 'request' | 'times' | 'isAtOnce' | 'step' | 'made'>

/** The ids in a reply or a list: of its Location header, and of its body. */
const idsIn = `ids() { grep -i -o -e '^location:.*/-*[0-9]*' -e '"id" *: *-*[0-9]*' | grep -o -e '-*[0-9]*$'; }`

/**
 * The commands that repeat a trace in a POSIX shell, from nothing: the id of a created post is a variable, which is
 * set from the reply to its create, or from the list; an unused id is written as the distance to it.
 *
 * @param curl makes the command of one request.
 */
export function scriptOf(trace: readonly ScriptLine[], curl: (request: SentRequest) => string): string[] {
  const before: PostId[] = []
  const needed = new Set<PostId | undefined>()
  for (const { request, made } of trace) {
    needed.add(baseOf(idIn(request.path), before))
    before.push(...made)
  }
  const names = new Map<PostId, string>()
  const lines: string[] = []
  const list = silent(curl(plainRequest('GET', listPath)))
  const nameFor = (id: PostId): string => {
    const name = names.get(id) ?? `post${names.size + 1}`
    names.set(id, name)
    return name
  }
  for (const [at, { request, times, isAtOnce, step, made }] of trace.entries()) {
    const command = commandOf(request, names, curl)
    const wanted = made.filter((id) => needed.has(id))
    const next = trace[at + 1]
    if (isAtOnce) lines.push(`${command} &`)
    else if (wanted.length > 0)
      for (const id of made) lines.push(`${nameFor(id)}=$(${silent(command)} | new_id)`)
    else if (times > 1) lines.push(`for n in $(seq ${times}); do ${command}; echo; done`)
    else lines.push(next === undefined ? command : `${command}; echo`)
    if (isAtOnce && !(next?.isAtOnce && next.step === step)) lines.push('wait')
  }
  if (names.size === 0) return lines
  const newId = `new_id() { reply=$(cat); printf '%s\\n' "$reply" >&2; id=$(printf '%s\\n' "$reply" | ids | head -n 1); echo "\${id:-$(${list} | ids | tail -n 1)}"; }`
  return [idsIn, newId, ...lines]
}

/** Without the progress that curl shows in a pipe. */
function silent(command: string): string {
  return command.replace(/(^|\| )curl -i/, '$1curl -s -i')
}

/** The created post by which an id is written: its own, or one with a near id. */
function baseOf(id: PostId | undefined, made: readonly PostId[]): PostId | undefined {
  if (id === undefined || made.includes(id)) return id
  return made.find((each) => Math.abs(Number(BigInt(id) - BigInt(each))) < near)
}

function commandOf(
  request: SentRequest,
  names: ReadonlyMap<PostId, string>,
  curl: (request: SentRequest) => string,
): string {
  const id = idIn(request.path)
  const base = baseOf(id, [...names.keys()])
  if (id === undefined || base === undefined) return curl(request)
  const apart = BigInt(id) - BigInt(base)
  const text = apart === 0n ? `$${names.get(base)}` : `$((${names.get(base)} + ${apart}))`
  // A placeholder that needs no quoting.
  const command = curl({ ...request, path: '/posts/ID_OF_A_POST' })
  return command.replace(/ID_OF_A_POST('?)/, (_word, quote) => (quote === '' ? text : `'"${text}"`))
}
