import type { AnswerTo } from '../../handlers/choices.ts'
import { type Detection, seen } from '../detect/detection.ts'
import { detectChoice } from '../detect.ts'
import { isSuccess } from '../document/exchange.ts'
import type { Experiments } from './experiment.ts'

export const bodyExperiments: Experiments = {
  /** A body that is ignored gets the same reply as an empty object. */
  async 'input.media-type'({ observations }): Promise<Detection<AnswerTo<'input.media-type'>>> {
    const reading = detectChoice('input.media-type', observations)
    const [other, empty] = ['create/media-type', 'create/empty-object'].map((key) =>
      observations.byExample.get(key),
    )
    if (!other || !empty || isSuccess(other.exchange.reply)) return reading
    const [{ status, body }, expected] = [other.exchange.reply, empty.exchange.reply]
    if (status !== expected.status || body !== expected.body) return reading
    if (body === '' || body === '{}')
      return 'answer' in reading
        ? { ...reading, inferred: 'an empty object is refused in the same way' }
        : reading
    return seen('ignored', other, empty)
  },
}
