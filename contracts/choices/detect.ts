import * as v from 'valibot'
import { type ChoiceId, choiceOf } from '../../handlers/choices.ts'
import { jsonFileText, stringifyJson } from '../../handlers/model/json.ts'
import { counted } from '../counted.ts'
import { examplesThatShow } from '../scenarios/examples.ts'
import {
  agrees,
  answerOf,
  type Detection,
  type Detector,
  masked,
  type Observation,
  type Observations,
  observed,
  other,
  seen,
} from './detection.ts'
import { listDetectors } from './list-detectors.ts'
import { templateDetector } from './template-detector.ts'
import { treatmentDetector, writeDetectors } from './write-detectors.ts'

const own: Partial<Record<ChoiceId, Detector>> = { ...listDetectors, ...writeDetectors }

/** The detector of a choice: its own, or that of its kind. */
function detectorOf(id: ChoiceId): Detector {
  const { kind } = choiceOf(id)
  if (kind.name === 'body') return templateDetector(kind)
  if (kind.name === 'status') return ([{ exchange }]) => seen(exchange.reply.status)
  if (kind.name === 'treatment') return treatmentDetector(id)
  return own[id] ?? (() => masked('nothing was sent that would show it'))
}

/** Detects the answer to a choice in the observations of a run. */
export function detectChoice(id: ChoiceId, observations: Observations): Detection {
  const found = observations.byExperiment?.[id]
  if (found) return found
  const read = (another: ChoiceId) => detectChoice(another, observations)
  const keys = examplesThatShow(id)
  const detect = (some: readonly string[]) => {
    const all = some.map((key) => observed(observations, key))
    const shown = all.filter((each) => each.kind === 'ran')
    const [first] = all
    if (first && first.kind !== 'ran' && shown.length === 0) return first
    // Without examples, the history of posts shows it.
    const terms = shown as [Observation, ...Observation[]]
    const detection = detectorOf(id)(terms, observations, read)
    if (detection) return expressible(id, detection)
    return other(`${answerOf(terms[0].exchange)}, which is not one of the known answers`)
  }
  const of = (operation: string) => keys.filter((key) => key.startsWith(`${operation}/`))
  const [ofCreate, ofReplace] = [of('create'), of('replace')]
  if (ofCreate.length === 0 || ofReplace.length === 0) return detect(keys)
  return ofBoth(detect(ofCreate), detect(ofReplace))
}

/** A longer answer is unknown; in characters of a profile file. */
const longestAnswer = 8000

/** A detected answer, if a profile can have it. */
export function expressible(id: ChoiceId, detection: Detection): Detection {
  if (detection.kind !== 'seen') return detection
  const { answer } = detection
  const { length } = jsonFileText(answer)
  if (length > longestAnswer) return other(`the answer is ${counted(length)} characters long`)
  return v.is(choiceOf(id).schema, answer)
    ? detection
    : other(`it is ${stringifyJson(answer)}, which no profile can say`)
}

/** The answer of create and replace. */
function ofBoth(create: Detection, replace: Detection): Detection {
  const odd = [create, replace].find(({ kind }) => kind === 'other')
  if (replace.kind !== 'seen' || create.kind !== 'seen') return odd ?? create
  if (!agrees(create, replace.answer) || !agrees(replace, create.answer))
    return other('create and replace answer it differently')
  return {
    ...create,
    fits: (expected, profile) => agrees(create, expected, profile) && agrees(replace, expected, profile),
  }
}
