import { type AnswerTo, type ChoiceId, choiceOf, isSameAnswer } from '../../handlers/choices.ts'
import { examplesThatShow } from '../spec/examples.ts'
import { detectByKind, detectPerOperation } from './by-kind.ts'
import { type Detection, type Detector, masked, type Observations } from './detection.ts'
import { idDetectors } from './id-detectors.ts'
import { inputDetectors } from './input-detectors.ts'
import { replyDetectors } from './reply-detectors.ts'

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
  const { without = {}, isPerOperation } = choiceOf(id)
  for (const [other, answer] of Object.entries(without)) {
    const found = read(other as ChoiceId, observations)
    if ('answer' in found && isSameAnswer(found.answer, answer))
      return masked(`it has no effect: ${other} is ${answer}`)
  }
  const readOne = (keys: readonly string[]) =>
    own[id]?.(observations, keys) ??
    detectByKind(id, observations, keys, (other) => read(other, observations))
  const keys = examplesThatShow(id)
  return isPerOperation ? detectPerOperation(keys, readOne) : readOne(keys)
}
