import type { PostId } from '../../handlers/model/post.ts'
import type { ShownExchange } from '../judge/finding.ts'
import { idIn, listPath } from '../scenarios/addresses.ts'
import { plainRequest, type ReceivedReply, type SentRequest } from '../scenarios/exchange.ts'
import { idInBody } from '../scenarios/post-text.ts'
import type { ProviderClient } from '../wire/client.ts'
import { quoted } from '../wire/curl.ts'

/** Ids further apart than this are unrelated. */
const near = 1000

/**
 * The commands that repeat exchanges in a POSIX shell, from nothing: plain curl, the base address in a variable, and the id
 * of a created post in another, which is read off the reply to its create, or off the list; an unused id is written as
 * the distance to it.
 */
export function scriptOf(
  exchanges: readonly ShownExchange[],
  { curl, url }: Pick<ProviderClient, 'curl' | 'url'>,
): string[] {
  const before: PostId[] = []
  const needed = new Set<PostId | undefined>()
  for (const { request, made = [] } of exchanges) {
    for (const id of [idIn(request.path), idInBody(request.body ?? '')]) needed.add(baseOf(id, before))
    before.push(...made)
  }
  needed.delete(undefined)
  const names = new Map<PostId, string>()
  const command = (request: SentRequest) => withAddress(commandOf(request, names, curl), url)
  const nameFor = (id: PostId): string => {
    const name = names.get(id) ?? (needed.size === 1 ? 'ID' : `ID${names.size + 1}`)
    names.set(id, name)
    return name
  }
  const list = plainRequest('GET', listPath)
  const lines = [`URL=${quoted(url)}`]
  for (const [at, { request, reply, times = 1, atOnce, made = [] }] of exchanges.entries()) {
    const text = command(request)
    const { etag } = reply.headers
    const isAskedAgain = exchanges.slice(at + 1).some((later) => later.request.headers[ifNoneMatch] === etag)
    if (etag !== undefined && isAskedAgain)
      lines.push(`ETAG=$(${silent(text)} | tee /dev/stderr | grep -i '^etag:' | tr -d '\\r')`)
    else if (atOnce !== undefined) lines.push(`${text} &`)
    else {
      let done = 0
      for (const [number, id] of made.entries()) {
        if (!needed.has(id)) continue
        lines.push(...repeated(text, number - done))
        lines.push(...createInto(nameFor(id), text, reply, command(list)))
        done = number + 1
      }
      lines.push(...repeated(text, times - done))
    }
    if (atOnce !== undefined && exchanges[at + 1]?.atOnce !== atOnce) lines.push('wait')
  }
  return lines
}

function repeated(command: string, times: number): string[] {
  if (times > 1) return [`for n in $(seq ${times}); do ${command}; done`]
  return times === 1 ? [command] : []
}

/** Takes a new post's id from its reply, in the body or in Location; where neither has it, from the list. */
function createInto(name: string, create: string, reply: ReceivedReply, list: string): string[] {
  const shown = `${silent(create)} | tee /dev/stderr`
  if (/"id" *:/.test(reply.body)) return [`${name}=$(${shown} | ${ids} | head -n 1 | tr -cd 0-9-)`]
  if (reply.headers.location !== undefined)
    return [`${name}=$(${shown} | grep -io '^location:.*[0-9]' | grep -o '[0-9-]*$')`]
  return [create, `${name}=$(${silent(list)} | ${ids} | tail -n 1 | tr -cd 0-9-)`]
}

/** What a browser asks again with. */
const ifNoneMatch = 'if-none-match'

const ids = `grep -o '"id" *: *[0-9-]*'`

/** A command with the variable in place of the base address, outside of quotes that the rest needs. */
function withAddress(command: string, url: string): string {
  const at = command.indexOf(url)
  if (at < 0) return command
  const quote = /\$?'$/.exec(command.slice(0, at))?.[0] ?? ''
  const rest = command.slice(at + url.length)
  return `${command.slice(0, at - quote.length)}${quote === '' ? '$URL' : `"$URL"${quote}`}${rest}`
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
  const text = variableOf(idIn(request.path), names)
  // A placeholder that needs no quoting.
  const command = curl(text === undefined ? request : { ...request, path: '/posts/ID_OF_A_POST' })
  const inBody = idInBody(request.body ?? '')
  const etag = request.headers[ifNoneMatch]
  const sent = variableOf(inBody, names)
  return (
    command
      .replace(/ID_OF_A_POST('?)/, (_word, quote) => (quote === '' ? `${text}` : `'"${text}"`))
      // Without the name of the header that the reply had.
      .replace(quoted(`${ifNoneMatch}: ${etag}`), () => `"${ifNoneMatch}:${'$'}{ETAG#*:}"`)
      .replace(`{"id":${inBody},`, (same) => (sent === undefined ? same : `{"id":'"${sent}"',`))
  )
}

/** An id as the shell writes it: the variable of a created post, or the distance to it. */
function variableOf(id: PostId | undefined, names: ReadonlyMap<PostId, string>): string | undefined {
  const base = baseOf(id, [...names.keys()])
  if (id === undefined || base === undefined) return undefined
  const apart = BigInt(id) - BigInt(base)
  return apart === 0n ? `$${names.get(base)}` : `$((${names.get(base)} + ${apart}))`
}
