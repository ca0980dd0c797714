import type { PostId } from '../../handlers/model/post.ts'
import type { SentRequest } from '../document/exchange.ts'
import { idIn } from '../document/exchange.ts'
import type { TraceLine } from './trace.ts'

/** Ids further apart than this are unrelated. */
const near = 1000n

/**
 * The commands that repeat a trace in a POSIX shell. The id of a created post is a variable, which a line after its
 * create sets; unused ids are written as the distance to it.
 *
 * @param curl makes the command of one request.
 */
export function scriptOf(trace: readonly TraceLine[], curl: (request: SentRequest) => string): string[] {
  const needed = neededIds(trace)
  const names = new Map<PostId, string>()
  const lines: string[] = []
  const fresh: PostId[] = []
  const clients = new Map<number, string[]>()
  for (const [at, { request, times, isAtOnce, moment, step, made }] of trace.entries()) {
    const command = commandOf(request, names, curl)
    if (moment) clients.set(moment.client, [...(clients.get(moment.client) ?? []), command])
    else if (times > 1) lines.push(`for n in $(seq ${times}); do ${command}; done`)
    else lines.push(isAtOnce ? `${command} &` : command)
    fresh.push(...made)
    const next = trace[at + 1]
    if (isAtOnce && next?.isAtOnce && next.step === step) continue
    for (const commands of clients.values()) lines.push(`(${commands.join('; ')}) &`)
    clients.clear()
    if (isAtOnce) lines.push('wait')
    for (const id of fresh.splice(0)) {
      if (!needed.has(id)) continue
      const name = names.get(id) ?? nameOf(names.size)
      names.set(id, name)
      lines.push(`${name}=${id}  # the id of the new post`)
    }
  }
  return lines
}

/** The posts whose ids commands need, directly or for a near id. */
function neededIds(trace: readonly TraceLine[]): ReadonlySet<PostId> {
  const made: PostId[] = []
  const needed = trace.map((line) => {
    const id = idIn(line.request.path)
    const base = id === undefined || made.includes(id) ? id : made.find((each) => distance(id, each))
    made.push(...line.made)
    return base
  })
  return new Set(needed.filter((id) => id !== undefined))
}

function commandOf(
  request: SentRequest,
  names: ReadonlyMap<PostId, string>,
  curl: (request: SentRequest) => string,
): string {
  const id = idIn(request.path)
  const text = id === undefined ? undefined : variableOf(id, names)
  if (text === undefined) return curl(request)
  // A placeholder that needs no quoting.
  const command = curl({ ...request, path: '/posts/ID_OF_A_POST' })
  return command.replace(/ID_OF_A_POST('?)/, (_word, quote) => (quote === '' ? text : `'"${text}"`))
}

/** An id in the shell: a variable, or a variable plus a number. */
function variableOf(id: PostId, names: ReadonlyMap<PostId, string>): string | undefined {
  const exact = names.get(id)
  if (exact !== undefined) return `$${exact}`
  for (const [known, name] of names) {
    const apart = distance(id, known)
    if (apart !== undefined) return `$((${name} ${apart < 0n ? '-' : '+'} ${apart < 0n ? -apart : apart}))`
  }
  return undefined
}

function distance(id: PostId, from: PostId): bigint | undefined {
  const apart = BigInt(id) - BigInt(from)
  return -near < apart && apart < near ? apart : undefined
}

/** a, b, …, z, a1, b1, … */
function nameOf(index: number): string {
  const letter = 'abcdefghijklmnopqrstuvwxyz'[index % 26] ?? 'a'
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`
}
