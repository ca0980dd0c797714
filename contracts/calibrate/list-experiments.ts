import type { Sightings } from '../detect/reading.ts'
import { readChoice } from '../detect.ts'
import type { Experiments } from './experiment.ts'
import type { Lab } from './lab.ts'

/** What a list shows once it holds posts that came in different ways. */
export const listExperiments: Experiments<'list.order' | 'post.extra-fields'> = {
  'list.order': async ({ lab, sightings }) => readChoice('list.order', await listedNow(lab, sightings)),
  'post.extra-fields': async ({ lab, sightings }) =>
    readChoice('post.extra-fields', await listedNow(lab, sightings)),
}

/** The sightings, with the list as it is now. */
async function listedNow(lab: Lab, sightings: Sightings): Promise<Sightings> {
  const exchange = await lab.ask({ method: 'GET', path: '/posts' })
  const traces = new Map(sightings.traces).set('list/several', { exchange, values: {} })
  const { own } = lab.stage
  // An id that was ours may be somebody else's by now.
  return { ...sightings, traces, history: own.history.filter(({ id }) => own.get(id)) }
}
