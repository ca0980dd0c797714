import { stringifyJson } from '../../handlers/model/json.ts'
import { parse } from '../provider-set/exact-json.ts'
import type { Reply, Step } from './case.ts'
import { changesOf } from './document-rules.ts'
import type { Performed } from './run-case.ts'

/**
 * What is wrong with a reply of the default profile, in sentences.
 * @param status what the case says.
 */
export function brokenDefaults(performed: Performed, status: number | undefined): string[] {
  const { sent, reply } = performed
  const [added] = changesOf(performed).added
  const location = added === undefined ? undefined : `/v1/posts/${added}`
  const allow = allowOf(sent, reply)
  const rules: [isRight: boolean, sentence: string][] = [
    [reply.status === status, `answers ${reply.status}, not ${status}`],
    [hasBody(performed, added), `has the body ${reply.text}`],
    [reply.headers.location === location, `leads to ${reply.headers.location}, not ${location}`],
    [reply.headers.allow === allow, `allows ${reply.headers.allow}, not ${allow}`],
  ]
  return rules.flatMap(([isRight, sentence]) => (isRight ? [] : [`${sent.method} ${sent.path} ${sentence}`]))
}

/** Asks whether a reply has the post that it is about, the list, an error, or nothing. */
function hasBody({ sent, reply, after }: Performed, added: bigint | undefined): boolean {
  if (reply.status === 204 || sent.method === 'HEAD') return reply.text === ''
  const body = parse(reply.text)
  if (reply.status >= 400) return isError(body, reply)
  const id = added ?? idOf(sent)
  const ascending = [...after].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, post]) => post)
  return stringifyJson(body) === (id === undefined ? `[${ascending.join()}]` : after.get(id))
}

function isError(body: unknown, { status }: Reply): boolean {
  const error = body as Record<string, unknown>
  return (
    Object.keys(error).join() === 'status,title,detail,errors' &&
    error.status === BigInt(status) &&
    [error.title, error.detail].every((text) => typeof text === 'string' && text !== '') &&
    Array.isArray(error.errors)
  )
}

/** What an Allow header says: that of another method, and of OPTIONS that is not a preflight. */
function allowOf(sent: Step, { status }: Reply): string | undefined {
  const isAsked = sent.method === 'OPTIONS' && !('access-control-request-method' in sent.headers)
  if (status !== 405 && !(isAsked && status === 204)) return undefined
  return isOfList(sent) ? 'GET, POST, HEAD, OPTIONS' : 'GET, PUT, DELETE, HEAD, OPTIONS'
}

const pathOf = ({ path }: Step) => path.replace(/\?.*/, '').replace(/\/$/, '')
const isOfList = (sent: Step) => !pathOf(sent).slice(1).includes('/')
const idOf = (sent: Step) => (isOfList(sent) ? undefined : BigInt(decodeURIComponent(pathOf(sent)).slice(7)))
