import type { PostId } from '../../handlers/model/post.ts'
import type { TraceLine } from '../run/trace.ts'
import { idIn, listPath } from '../scenarios/addresses.ts'
import { plainRequest, type SentRequest } from '../scenarios/exchange.ts'

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
