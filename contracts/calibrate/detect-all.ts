import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { detectChoice, expressible } from '../choices/detect.ts'
import { agrees, type Detection, type Observations, unknown } from '../choices/detection.ts'
import type { Finding } from '../judge/finding.ts'
import type { ProviderSession } from '../run/provider-session.ts'
import { runExamples } from '../run/run-examples.ts'
import type { SequenceRunner } from '../run/sequence-runner.ts'
import { basicExamples, examples } from '../spec/examples.ts'
import { WriteRefused } from '../wire/failure.ts'
import { corsOrigins, credentials, type Detections, type Experiment } from './experiments.ts'
import { maxBytes, maxLength } from './limits.ts'

const usedExamples = examples.filter(({ key, shows = [] }) => shows.length > 0 || basicExamples.has(key))

/** The choices that no example shows, in order: the largest body bounds the texts. */
const experiments: readonly (readonly [ChoiceId, Experiment])[] = [
  ['cors.origins', corsOrigins],
  ['input.max-bytes', maxBytes],
  ['input.max-length', maxLength],
  ['access.credentials', credentials],
]

/** How many times {@link DetectionTerms.onStep} is called. */
export const steps = 2 * usedExamples.length + experiments.length

interface DetectionTerms {
  readonly session: ProviderSession
  readonly runner: SequenceRunner
  /** Whether the provider had no posts before. */
  readonly beganEmpty: boolean
  readonly onFinding: (finding: Finding) => void
  /** Called after every example and experiment. */
  readonly onStep: (key: string) => void
}

/** Detects a provider's answer to every choice, with the examples, which are run twice, and the experiments. */
export async function detectAll(terms: DetectionTerms): Promise<Detections> {
  const { session, runner, beganEmpty, onFinding, onStep } = terms
  const { client } = session
  const observe = async (): Promise<Observations> => {
    await runExamples(usedExamples, {
      runner,
      onExample: onStep,
      onFinding: (finding, isOnce) => {
        if (!isOnce) onFinding(finding)
      },
      goesOn: () => true,
    })
    const seen = [...runner.examples].flatMap(([key, result]) =>
      'exchange' in result ? [[key, result] as const] : [],
    )
    return { byExample: new Map(seen), history: runner.history, beganEmpty }
  }
  const [first, second] = [await observe(), await observe()]
  const found: Partial<Record<ChoiceId, Detection>> = {}
  for (const choice of choiceIds)
    found[choice] = inBoth(detectChoice(choice, first), detectChoice(choice, second))
  const findings = await runner.look(async (run) => {
    for (const [choice, experiment] of experiments) {
      const made = experiment({ run, client, found })
      found[choice] = expressible(choice, await made.catch(unknownIfRefused))
      onStep(choice)
    }
  })
  for (const finding of findings) onFinding(finding)
  return found
}

/** The second answer, if the first was the same. */
function inBoth(first: Detection, second: Detection): Detection {
  const isChanged = 'answer' in first && 'answer' in second && !agrees(first, second.answer)
  return isChanged ? unknown('the same request is answered otherwise the second time') : second
}

function unknownIfRefused(error: unknown): Detection {
  if (error instanceof WriteRefused) return unknown(error.message)
  throw error
}
