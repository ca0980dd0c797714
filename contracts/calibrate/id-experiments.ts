import { comparePostIds } from '../../handlers/model/post.ts'
import { detectChoice } from '../detect.ts'
import type { Experiments } from './experiment.ts'

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
}
