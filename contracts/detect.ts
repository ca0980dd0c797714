import { type AnswerTo, type ChoiceId, choiceOf } from '../handlers/choices.ts'
import { detectByKind, detectPerOperation } from './detect/by-kind.ts'
import { type Detection, type Detector, masked, type Observations } from './detect/detection.ts'
import { idDetectors } from './detect/id-detectors.ts'
import { inputDetectors } from './detect/input-detectors.ts'
import { replyDetectors } from './detect/reply-detectors.ts'

/** The choices with their own detector; the others are detected by kind. */
const own: Partial<Record<ChoiceId, Detector>> = { ...inputDetectors, ...idDetectors, ...replyDetectors }

/** Detects the answer to a choice in the observations of a run. */
export function detectChoice<Id extends ChoiceId>(
  id: Id,
  observations: Observations,
): Detection<AnswerTo<Id>> {
  return read(id, observations) as Detection<AnswerTo<Id>>
}

function read(id: ChoiceId, observations: Observations): Detection {
  const choice = choiceOf(id)
  const { hidden, shownBy = [] } = choice
  if (hidden) {
    const other = read(hidden.by as ChoiceId, observations)
    const shown = shownBy.map((key) => observations.byExample.get(key))
    if ('answer' in other && hidden.where(other.answer)) return masked(hidden.why, ...shown)
  }
  const readOne = (keys: readonly string[]) =>
    own[id]?.(observations, keys) ??
    detectByKind(id, observations, keys, (other) => read(other, observations))
  return choice.isPerOperation ? detectPerOperation(choice, readOne) : readOne(shownBy)
}
