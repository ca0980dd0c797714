import type { AnswerTo } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { comparePostIds } from '../../handlers/model/post.ts'
import { detectChoice } from '../choices/detect.ts'
import { type Detection, seen } from '../choices/detection.ts'
import { isSuccess } from '../spec/exchange.ts'
import { isObject } from '../spec/post-text.ts'
import { accessExperiments, pageExperiments } from './access-experiments.ts'
import type { Experiments } from './experiment.ts'
import { maxBytes } from './max-bytes.ts'
import { maxLength } from './max-length.ts'

/** Experiments for the choices that examples do not fully show, in order. */
export const experiments: Experiments = {
  /** A body that is ignored gets the same reply as an empty object. */
  async 'input.media-type'({ observations }): Promise<Detection<AnswerTo<'input.media-type'>>> {
    const reading = detectChoice('input.media-type', observations)
    const [other, empty] = ['create/media-type', 'create/empty-object'].map((key) =>
      observations.byExample.get(key),
    )
    if (!other || !empty || isSuccess(other.exchange.reply)) return reading
    const [{ status, body }, expected] = [other.exchange.reply, empty.exchange.reply]
    if (status !== expected.status || body !== expected.body) return reading
    if (body !== '' && body !== '{}') return seen('ignored', other, empty)
    const inferred = 'an empty object is refused in the same way'
    return 'answer' in reading ? { ...reading, inferred } : reading
  },

  /** Where no answer fits a service, "coerced" is much closer than the others. */
  async 'input.wrong-type'({ observations }) {
    const observation = observations.byExample.get('create/title-number')
    const title = isObject(observation?.kept) ? (observation.kept.title ?? undefined) : undefined
    const inferred = `a title that is the number 7 is kept as ${stringifyJson(title)}`
    const nearest = title === undefined ? undefined : { ...seen('coerced', observation), inferred }
    return orNearest(detectChoice('input.wrong-type', observations), nearest)
  },

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

  /** Most services also have PATCH; no service has PROPFIND, which only reads (RFC 4918). */
  async 'method.other'({ trials, observations }) {
    const reading = detectChoice('method.other', observations)
    const patched = observations.byExample.get('beside/patch')
    if ('answer' in reading || !patched) return reading
    const exchange = await trials.ask({ method: 'PROPFIND', path: patched.exchange.request.path })
    const answer = ([405, 404, 501] as const).find((status) => status === exchange.reply.status)
    const inferred = `PATCH answers ${patched.exchange.reply.status}, PROPFIND ${answer}`
    return orNearest(reading, answer && { ...seen(answer, { exchange, values: {} }), inferred })
  },

  ...pageExperiments,
  // The largest body limits the other experiments.
  'input.max-bytes': maxBytes,
  'input.max-length': maxLength,
  // Needs the requests of the whole round.
  ...accessExperiments,
}

function orNearest<Answer>(
  reading: Detection<Answer>,
  nearest: Detection<Answer> | undefined,
): Detection<Answer> {
  return 'answer' in reading || nearest === undefined ? reading : nearest
}
