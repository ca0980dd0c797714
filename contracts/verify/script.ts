import { isSafe } from '../../handlers/http/plain.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { ShownExchange } from '../judge/finding.ts'
import { idIn, listPath } from '../scenarios/addresses.ts'
import { plainRequest, type SentRequest } from '../scenarios/exchange.ts'
import { anyMark, runMarkIn } from '../scenarios/marks.ts'
import { idInBody } from '../scenarios/post-text.ts'
import type { ProviderClient } from '../wire/client.ts'
import { quoted } from '../wire/curl.ts'

/** They stand for variables, as a command would quote those. */
const [service, post] = ['BASE_ADDRESS', 'ID_OF_A_POST']

/**
 * The commands that repeat exchanges in a POSIX shell, from nothing: plain curl, the base address in a variable, and the id
 * of a created post in another, which is read off the reply to its create, or off the list. A write to a post of another
 * client is left out, and so is one to a post whose create failed.
 */
export function scriptOf(
  exchanges: readonly ShownExchange[],
  { curl, url }: Pick<ProviderClient, 'curl' | 'url'>,
): string[] {
  const kept = keptIds(exchanges)
  const names = new Map<PostId, string>()
  // The ids that the script has checked, so that it may write to them.
  const own = new Set<PostId>()
  const address = quoted(url) === url ? '$URL' : '"$URL"'
  const plain = (request: SentRequest) =>
    curl(request, service).replace(new RegExp(`('?)${service}`), (_all, quote) => address + quote)
  const command = (request: SentRequest) => withVariables(request, names, plain)
  const nameFor = (id: PostId): string => {
    const name = names.get(id) ?? (kept.size === 1 ? 'ID' : `ID${names.size + 1}`)
    names.set(id, name)
    return name
  }
  const list = silent(command(plainRequest('GET', listPath)))
  const read = plain(plainRequest('GET', `${listPath}/${post}`))
  const lines = [`URL=${quoted(url)}`]
  if (exchanges.some(({ request }) => targetsOf(request).length > 0))
    lines.push(`foreign() { ${foreignPost(read, exchanges)}; }`)
  for (const [at, exchange] of exchanges.entries()) {
    const { request, reply, times = 1, atOnce, made = [] } = exchange
    const together = atOnce === undefined ? [exchange] : exchanges.filter((each) => each.atOnce === atOnce)
    for (const id of together.flatMap((each) => targetsOf(each.request))) {
      if (!names.has(id)) lines.push(`${nameFor(id)}=${id}`)
      if (!own.has(id)) lines.push(`foreign ${variableOf(id, names)} && ${nameFor(id)}=`)
      own.add(id)
    }
    const text = command(request)
    const { etag } = reply.headers
    const isTagged = (each: ShownExchange) => each.reply.headers.etag === etag
    const isAskedAgain = exchanges.slice(at + 1).some((later) => later.request.headers[ifNoneMatch] === etag)
    if (etag !== undefined && isAskedAgain && exchanges.findIndex(isTagged) === at)
      lines.push(`ETAG=$(${silent(text)} | tee /dev/stderr | grep -i '^etag:' | tr -d '\\r')`)
    else if (atOnce !== undefined) lines.push(`${text} &`)
    else {
      let done = 0
      for (const [number, id] of made.entries()) {
        if (!kept.has(id) || request.method !== 'POST') continue
        lines.push(...repeated(text, number - done))
        lines.push(...createInto(nameFor(id), id, { ...exchange, text, list }))
        own.delete(id)
        done = number + 1
      }
      lines.push(...repeated(text, times - done))
    }
    if (atOnce !== undefined && exchanges[at + 1]?.atOnce !== atOnce) lines.push('wait')
  }
  return lines
}

/** The ids that need a variable: those to which the exchanges write, and those of created posts that they read. */
function keptIds(exchanges: readonly ShownExchange[]): ReadonlySet<PostId> {
  const made = new Set(exchanges.flatMap((exchange) => exchange.made ?? []))
  const read = exchanges.flatMap(({ request }) => idsIn(request)).filter((id) => made.has(id))
  return new Set([...read, ...exchanges.flatMap(({ request }) => targetsOf(request))])
}

/** The ids of posts in a request: in its path, and in its body, which a service may obey. */
function idsIn({ path, body = '' }: SentRequest): PostId[] {
  return [idIn(path), idInBody(body)].filter((id) => id !== undefined)
}

/** The ids of posts that a write may change. */
function targetsOf(request: SentRequest): PostId[] {
  return isSafe(request.method) ? [] : idsIn(request)
}

/** Commands that show a post and succeed where another client has it: it lacks the mark of the run. */
function foreignPost(read: string, exchanges: readonly ShownExchange[]): string {
  const bodies = exchanges.map(({ request: { body = '' } }) => body).join('\n')
  const command = silent(read)
    .replace('-i', '-f')
    .replace(post, () => '"$1"')
  return `${command} | tr -d '\\n' | grep -iv ${runMarkIn(bodies) ?? 'no-mark'} && echo 'Not a post of this run.' >&2`
}

function repeated(command: string, times: number): string[] {
  if (times > 1) return [`for n in $(seq ${times}); do ${command}; done`]
  return times === 1 ? [command] : []
}

/**
 * Takes a new post's id from the body of its reply; where that lacks it, from the item of the list with the mark of its title.
 */
function createInto(
  name: string,
  id: PostId,
  { request, reply, text, list }: ShownExchange & { readonly text: string; readonly list: string },
): string[] {
  // The reply may name an author too.
  const named = [...reply.body.matchAll(/"id" *: *([0-9-]*)/g)]
  const place = 1 + named.findIndex(([, each]) => each === `${id}`)
  if (place > 0)
    return [`${name}=$(${silent(text)} | tee /dev/stderr | ${ids} | sed -n ${place}p | tr -cd 0-9-)`]
  const [mark = 'no-mark'] = new RegExp(anyMark).exec(request.body ?? '') ?? []
  const item = `tr -d '\\n' | tr '}' '\\n' | grep ${mark}`
  return [text, `${name}=$(${list} | ${item} | ${ids} | sed -n 1p | tr -cd 0-9-)`]
}

/** What a browser asks again with. */
const ifNoneMatch = 'if-none-match'

const ids = `grep -o '"id" *: *[0-9-]*'`

/** Without the progress that curl shows in a pipe. */
function silent(command: string): string {
  return command.replace(/(^|\| )curl -i/, '$1curl -s -i')
}

/** A command with variables in place of ids and an ETag. */
function withVariables(
  request: SentRequest,
  names: ReadonlyMap<PostId, string>,
  curl: (request: SentRequest) => string,
): string {
  const id = variableOf(idIn(request.path), names)
  const inBody = idInBody(request.body ?? '')
  const sent = variableOf(inBody, names)
  return (
    curl(id === undefined ? request : { ...request, path: `${listPath}/${post}` })
      .replace(post, (same) => id ?? same)
      // Without the name of the header that the reply had.
      .replace(quoted(`${ifNoneMatch}: ${request.headers[ifNoneMatch]}`), `"${ifNoneMatch}:\${ETAG#*:}"`)
      .replace(`{"id":${inBody},`, (same) => (sent === undefined ? same : `{"id":'"${sent}"',`))
  )
}

/** The variable of an id; a shell stops where it is empty, as the address without an id is that of other posts. */
function variableOf(id: PostId | undefined, names: ReadonlyMap<PostId, string>): string | undefined {
  const name = id === undefined ? undefined : names.get(id)
  return name && `\${${name}:?}`
}
