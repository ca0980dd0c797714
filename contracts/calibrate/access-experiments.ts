import type { Credentials } from '../../handlers/choices/answers.ts'
import { seen, unknown } from '../choices/detection.ts'
import { states } from '../model/states.ts'
import {
  type Exchange,
  isRefusal,
  isSuccess,
  type ReceivedReply,
  type SentRequest,
} from '../spec/exchange.ts'
import type { Experiments } from './experiment.ts'
import type { Trials } from './trials.ts'

export const accessExperiments: Experiments = {
  /** The credentials that the provider needs: one read, and one delete of an unused id, both without credentials. */
  async 'access.credentials'({ trials }) {
    const { credentials } = trials.options
    if (!credentials) return { ...seen('none'), evidence: [await trials.ask(list)] }
    const read = await trials.askAnonymously({ ...list, headers: {} })
    const write = needsCredentials(read) ? undefined : await anonymousWrite(trials)
    const refused = write ?? read
    if (!needsCredentials(refused)) return { ...seen('none'), evidence: [read] }
    const evidence = write ? [read, write] : [read]
    const answer = credentialsOf(credentials, write ? 'writes' : 'everything', refused.reply.status)
    if (answer === undefined)
      return { ...unknown('no profile can express this kind of credentials'), evidence }
    return { ...seen<Credentials>(answer), evidence }
  },

  /** A rate limit is not provoked: it counts after it was met twice in the same way. */
  async 'limit.requests'({ trials }) {
    const [first, ...others] = trials.limits
    if (!first) return { ...seen('none'), inferred: 'no request was answered with 429', fits: () => true }
    const again = others.find(({ requests }) => Math.abs(requests - first.requests) <= 1)
    if (!again) return unknown(`429 was met once, after ${first.requests} requests`)
    const inferred = `429 was met after ${first.requests} requests, and again`
    return { ...seen({ requests: again.requests, seconds: again.seconds }), inferred, fits: () => true }
  },

  async 'limit.time'() {
    return { ...seen('none'), inferred: 'no request of this run took too long', fits: () => true }
  },
}

const list = { method: 'GET', path: '/posts' } as const

/** A delete of an unused id without credentials; undefined where it gets the same status with credentials. */
async function anonymousWrite(trials: Trials): Promise<Exchange | undefined> {
  const { id } = await states['no post has the id'](trials.setup)
  const request: SentRequest = { method: 'DELETE', path: `/posts/${id}`, headers: {} }
  const write = await trials.askAnonymously(request)
  const { reply } = await trials.ask(request)
  return write.reply.status === reply.status ? undefined : write
}

function needsCredentials({ reply }: Exchange): boolean {
  return isRefusal(reply) && ![404, 405, 410, 429].includes(reply.status)
}

function credentialsOf(
  [name, value]: readonly [string, string],
  guards: 'everything' | 'writes',
  status: number,
): Credentials | undefined {
  const more = { ...(guards === 'writes' ? { guards } : {}), ...(status === 401 ? {} : { status }) }
  if (name.toLowerCase() !== 'authorization') return { header: name.toLowerCase(), ...more }
  const scheme = value.split(' ')[0]?.toLowerCase()
  if (scheme !== 'bearer' && scheme !== 'basic') return undefined
  return Object.keys(more).length === 0 ? scheme : { scheme, ...more }
}

const origin = 'https://pages.example.com'

/** What a page of another origin may do (Fetch Standard, CORS protocol). */
export const pageExperiments: Experiments = {
  async 'cors.origins'({ trials }) {
    const read = await trials.ask({ method: 'GET', path: '/posts', headers: { origin } })
    const preflight = await trials.ask({
      method: 'OPTIONS',
      path: '/posts/1',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    })
    const evidence = [read, preflight]
    const mayRead = isForAnyone(read.reply)
    const mayWrite =
      isSuccess(preflight.reply) &&
      isForAnyone(preflight.reply) &&
      names(preflight.reply, 'access-control-allow-methods', 'put') &&
      names(preflight.reply, 'access-control-allow-headers', 'content-type')
    if (mayRead && mayWrite) return { answer: 'any', evidence }
    if (!mayRead && !mayWrite) return { answer: 'none', evidence }
    const what = mayRead ? 'read and not write' : 'write and not read'
    return { ...unknown(`a page of another origin may ${what}`), evidence }
  },
}

function isForAnyone({ headers }: ReceivedReply): boolean {
  return ['*', origin].includes(headers['access-control-allow-origin'] ?? '')
}

function names({ headers }: ReceivedReply, header: string, name: string): boolean {
  const listed = (headers[header] ?? '').split(',').map((each) => each.trim().toLowerCase())
  return listed.includes(name) || listed.includes('*')
}
