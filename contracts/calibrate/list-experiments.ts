import type { Observations } from '../detect/detection.ts'
import { detectChoice } from '../detect.ts'
import type { Experiments } from './experiment.ts'
import type { Trials } from './trials.ts'

/** What a list shows once it holds posts that came in different ways. */
export const listExperiments: Experiments<'list.order' | 'list.page-size' | 'post.extra-fields'> = {
  'list.order': async ({ trials, observations }) =>
    detectChoice('list.order', await listedNow(trials, observations)),
  'list.page-size': async ({ trials, observations }) =>
    detectChoice('list.page-size', await listedNow(trials, observations)),
  'post.extra-fields': async ({ trials, observations }) =>
    detectChoice('post.extra-fields', await listedNow(trials, observations)),
}

async function listedNow(trials: Trials, observations: Observations): Promise<Observations> {
  const exchange = await trials.ask({ method: 'GET', path: '/posts' })
  const byExample = new Map(observations.byExample).set('list/several', { exchange, values: {} })
  const { own } = trials.setup
  // An id that was ours may be somebody else's by now.
  return { ...observations, byExample, history: own.history.filter(({ id }) => own.get(id)) }
}
