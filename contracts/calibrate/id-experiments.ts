import { comparePostIds } from '../../handlers/model/post.ts'
import { masked, seen, unknown } from '../detect/detection.ts'
import { detectChoice } from '../detect.ts'
import { isRefusal, type SentRequest } from '../document/exchange.ts'
import { states } from '../session/states.ts'
import type { Experiments } from './experiment.ts'
import { likeOneOf } from './likeness.ts'

const beyond = '9223372036854775808'
const malformed = 'no-integer'
/** Requests that show whether an id counts as missing or as malformed, the safe ones first. */
const requests: readonly Omit<SentRequest, 'path'>[] = [
  { method: 'GET', headers: {} },
  { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"title":' },
  { method: 'DELETE', headers: {} },
]

export const idExperiments: Experiments = {
  /** Deletes the first and the last of three posts, and checks which of their ids is reused. */
  async 'id.reuse'({ trials, observations }) {
    const { setup } = trials
    const reading = detectChoice('id.reuse', observations)
    if ('unknown' in reading && reading.masked) return reading
    const [early, _between, last] = [await setup.create(), await setup.create(), await setup.create()]
    await setup.delete(early)
    await setup.delete(last)
    const next = await setup.create()
    const order = comparePostIds(next.id, last.id)
    const answer = order > 0 ? 'never' : order === 0 ? 'highest-plus-one' : 'lowest-free'
    return { answer, evidence: [await trials.ask({ method: 'GET', path: `/posts/${next.id}` })] }
  },

  async 'id.out-of-range'({ trials, observations }) {
    const observation = observations.byExample.get('read/id-beyond-int64')
    if (!observation) return unknown('its requests were not run')
    if (!isRefusal(observation.exchange.reply))
      return unknown(`an id beyond int64 answers ${observation.exchange.reply.status}`, observation)
    const { id } = await states['no post has the id'](trials.setup)
    const missing = observations.byExample.get('replace/missing')
    // A replace that creates does not show how unused ids are treated.
    const telling = requests.filter(
      ({ method }) => method !== 'PUT' || (missing && isRefusal(missing.exchange.reply)),
    )
    for (const request of telling) {
      const ask = async (segment: unknown) => await trials.ask({ ...request, path: `/posts/${segment}` })
      const [missing, no, far] = [await ask(id), await ask(malformed), await ask(beyond)]
      const like = likeOneOf(far.reply, missing.reply, no.reply, [id, malformed, beyond])
      if (like) return { ...seen(like === 'one' ? 'missing' : 'malformed'), evidence: [far, missing, no] }
      const { status } = far.reply
      if (status !== missing.reply.status && status !== no.reply.status)
        return { ...unknown(`an id beyond int64 answers ${status}, unlike other ids`), evidence: [far] }
    }
    const inferred = 'malformed and unused ids get the same reply'
    return { ...seen('missing' as const, observation), inferred, fits: () => true }
  },

  async 'replace.checks-first'({ observations: { byExample } }) {
    const [both, missing] = [byExample.get('replace/bad-and-missing'), byExample.get('replace/missing')]
    const bad = byExample.get('replace/malformed')
    if (!both || !missing || !bad) return unknown('its requests were not run')
    if (!isRefusal(missing.exchange.reply))
      return masked('a replace of a post that does not exist creates it', missing)
    const ids = [both.values.id, missing.values.id]
    const like = likeOneOf(both.exchange.reply, missing.exchange.reply, bad.exchange.reply, ids)
    if (like) return seen(like === 'one' ? 'post' : 'body', both, missing, bad)
    const { status } = both.exchange.reply
    if (status !== missing.exchange.reply.status && status !== bad.exchange.reply.status)
      return unknown(`both faults together answer ${status}, unlike each alone`, both)
    const inferred = 'both faults get the same reply'
    return { ...seen('body' as const, both), inferred, fits: () => true }
  },
}
