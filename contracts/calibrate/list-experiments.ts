import type { ChoiceId } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { type Detection, type Observations, seen } from '../detect/detection.ts'
import { detectChoice } from '../detect.ts'
import { isObject } from '../document/post-text.ts'
import type { Experiment, Experiments } from './experiment.ts'
import type { Trials } from './trials.ts'

/** Choices that the list shows after all examples. */
export const listExperiments: Experiments = {
  'list.order': afterAll('list.order'),
  'list.page-size': afterAll('list.page-size'),
  'post.extra-fields': afterAll('post.extra-fields'),
}

function afterAll<Id extends ChoiceId>(choice: Id): Experiment<Id> {
  return async ({ trials, observations }) => detectChoice(choice, await listedNow(trials, observations))
}

async function listedNow(trials: Trials, observations: Observations): Promise<Observations> {
  const exchange = await trials.ask({ method: 'GET', path: '/posts' })
  const byExample = new Map(observations.byExample).set('list/several', { exchange, values: {} })
  const { own } = trials.setup
  // An id of the run may belong to a foreign post now.
  return { ...observations, byExample, history: own.history.filter(({ id }) => own.get(id)) }
}

/**
 * Choices where no answer fits some services, but one is much closer than the others.
 */
export const nearestExperiments: Experiments = {
  'input.wrong-type': async ({ observations }) => {
    const observation = observations.byExample.get('create/title-number')
    const title = isObject(observation?.kept) ? observation.kept.title : undefined
    return orNearest(
      detectChoice('input.wrong-type', observations),
      title === undefined || title === null
        ? undefined
        : {
            ...seen('coerced', observation),
            inferred: `a title that is the number 7 is kept as ${stringifyJson(title)}`,
          },
    )
  },

  /** Most services also have PATCH; no service has PROPFIND, which only reads (RFC 4918). */
  'method.other': async ({ trials, observations }) => {
    const reading = detectChoice('method.other', observations)
    const patched = observations.byExample.get('beside/patch')
    if ('answer' in reading || !patched) return reading
    const exchange = await trials.ask({ method: 'PROPFIND', path: patched.exchange.request.path })
    const answer = ([405, 404, 501] as const).find((status) => status === exchange.reply.status)
    const inferred = `PATCH answers ${patched.exchange.reply.status}, PROPFIND ${answer}`
    return orNearest(reading, answer && { ...seen(answer, { exchange, values: {} }), inferred })
  },
}

function orNearest<Answer>(
  reading: Detection<Answer>,
  nearest: Detection<Answer> | undefined,
): Detection<Answer> {
  return 'answer' in reading || nearest === undefined ? reading : nearest
}
