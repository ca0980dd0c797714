import type { Credentials } from '../../handlers/choices/access-choices.ts'
import { masked, type Observations, seen, unknown } from '../detect/detection.ts'
import {
  type Exchange,
  isRefusal,
  isSuccess,
  type ReceivedReply,
  type SentRequest,
} from '../document/exchange.ts'
import { states } from '../session/states.ts'
import type { Experiments } from './experiment.ts'
import type { Trials } from './trials.ts'

/**
 * The credentials that the provider needs: found by one read and one delete of an unused id, both without
 * credentials.
 */
export const accessExperiments: Experiments = {
  async 'access.credentials'({ trials, observations }) {
    const { credentials } = trials.options
    if (!credentials) return { ...seen('none'), evidence: [await trials.ask(list)] }
    const { all, refused } = await withoutCredentials(trials, observations)
    if (refused.length === 0) return { ...seen('none'), evidence: all }
    const kind = kindOf(credentials)
    if (kind === undefined)
      return { ...unknown('no profile can express this kind of credentials'), evidence: refused }
    return { ...seen<Credentials>(kind), evidence: refused }
  },

  async 'access.guarded'({ trials, observations }) {
    const { all, refused } = await withoutCredentials(trials, observations)
    const [first] = refused
    if (!first) return masked('no credentials are needed')
    return first === all[0]
      ? { ...seen('everything'), evidence: [first] }
      : { ...seen('writes'), evidence: all }
  },

  async 'access.status'({ trials, observations }) {
    const [first] = (await withoutCredentials(trials, observations)).refused
    return first ? { ...seen(first.reply.status), evidence: [first] } : masked('no credentials are needed')
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

/** A read, and perhaps a write, without credentials; and those of them that need credentials. */
interface Anonymous {
  readonly all: readonly Exchange[]
  readonly refused: readonly Exchange[]
}
const asked = new WeakMap<Observations, Promise<Anonymous>>()

/** Sends a read and a delete of an unused id without credentials, once in a round. */
function withoutCredentials(trials: Trials, round: Observations): Promise<Anonymous> {
  const known = asked.get(round) ?? askWithout(trials)
  asked.set(round, known)
  return known
}

async function askWithout(trials: Trials): Promise<Anonymous> {
  const { credentials, mayWrite } = trials.options
  const read = await trials.askAnonymously({ ...list, headers: {} })
  if (needsCredentials(read)) return { all: [read], refused: [read] }
  if (!credentials || !mayWrite) return { all: [read], refused: [] }
  const { id } = await states['no post has the id'](trials.setup)
  const request: SentRequest = { method: 'DELETE', path: `/posts/${id}`, headers: {} }
  const write = await trials.askAnonymously(request)
  // An unused id may get this status with and without credentials.
  const { reply } = await trials.ask(request)
  if (write.reply.status === reply.status) return { all: [read], refused: [] }
  return { all: [read, write], refused: needsCredentials(write) ? [write] : [] }
}

function needsCredentials({ reply }: Exchange): boolean {
  return isRefusal(reply) && ![404, 405, 410, 429].includes(reply.status)
}

function kindOf([name, value]: readonly [string, string]): Credentials | undefined {
  if (name.toLowerCase() !== 'authorization') return { header: name.toLowerCase() }
  const scheme = value.split(' ')[0]?.toLowerCase()
  return scheme === 'bearer' || scheme === 'basic' ? scheme : undefined
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
