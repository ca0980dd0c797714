import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { defined } from '../../handlers/model/defined.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { detectChoice, expressible } from '../choices/detect.ts'
import { type Detection, type Observation, unknown } from '../choices/detection.ts'
import { headAndTail } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import type { ProviderSession } from '../run/provider-session.ts'
import { runExamples } from '../run/run-examples.ts'
import type { SequenceRunner } from '../run/sequence-runner.ts'
import type { Example } from '../spec/example.ts'
import { basicExamples, examples } from '../spec/examples.ts'
import type { Exchange } from '../spec/exchange.ts'
import { anyMark } from '../spec/marks.ts'
import { asList } from '../spec/post-text.ts'
import { WriteRefused } from '../wire/set-up-error.ts'
import { credentials } from './access.ts'
import { corsOrigins } from './cors.ts'
import type { Detections, Experiments, ExperimentTerms } from './experiment.ts'
import { maxBytes, maxLength } from './sizes.ts'

const isUsed = ({ key, shows = [] }: Example) => shows.length > 0 || basicExamples.has(key)
const usedExamples = examples.filter(isUsed)

/** The choices that no example shows, in order: the largest body bounds the texts. */
const experiments: Experiments = {
  'cors.origins': corsOrigins,
  'input.max-bytes': maxBytes,
  'input.max-length': maxLength,
  'access.credentials': credentials,
}
const tried = Object.entries(experiments) as [ChoiceId, NonNullable<Experiments[ChoiceId]>][]

/** How many times {@link PassTerms.onStep} is called in a pass. */
export const stepsInPass = usedExamples.length + tried.length

export interface PassTerms extends Pick<ExperimentTerms, 'credentials'> {
  readonly session: ProviderSession
  readonly runner: SequenceRunner
  /** Whether the provider had no posts before. */
  readonly beganEmpty: boolean
  readonly onFinding: (finding: Finding) => void
  /** Called after every example and experiment. */
  readonly onStep: (key: string) => void
}

export interface Pass {
  readonly found: Detections
  /** The observations of its examples, by key. */
  readonly byExample: ReadonlyMap<string, Observation>
}

/** Tests every choice at a provider, with the examples and the experiments. */
export async function runPass(terms: PassTerms): Promise<Pass> {
  const { session, runner, beganEmpty, onFinding, onStep } = terms
  const { client, waiting, concurrency } = session
  await runExamples(runner, waiting, usedExamples, {
    concurrency,
    onExample: onStep,
    onFinding: (finding, isOnce) => {
      if (!isOnce) onFinding(finding)
    },
    goesOn: () => true,
  })
  const byExample = new Map<string, Observation>()
  for (const [key, result] of runner.examples) if ('exchange' in result) byExample.set(key, result)
  const found: Partial<Record<ChoiceId, Detection>> = {}
  const observations = { byExample, history: runner.history, beganEmpty }
  const findings = await runner.look(async (context) => {
    const note = (choice: ChoiceId, detection: Detection) => {
      const evidence = detection.evidence.map(brief)
      found[choice] = { ...expressible(choice, detection), evidence }
    }
    for (const choice of choiceIds) note(choice, detectChoice(choice, observations))
    for (const [choice, experiment] of tried) {
      const made = experiment({ context, client, credentials: terms.credentials, found })
      note(choice, await made.catch(unknownIfRefused))
      onStep(choice)
    }
  }, waiting.usual)
  for (const finding of findings) onFinding(finding)
  return { found, byExample }
}

function unknownIfRefused(error: unknown): Detection {
  if (error instanceof WriteRefused) return unknown(error.message)
  throw error
}

/** In characters. */
const longestBody = 500

/** An exchange with shortened bodies, and without foreign posts in a list. */
function brief({ request, reply }: Exchange): Exchange {
  const isOurs = (post: unknown) => stringifyJson(post).search(anyMark) >= 0
  const list = asList(reply.body)?.filter(isOurs)
  const shown = list ? stringifyJson(list) : reply.body
  return {
    request: { ...request, ...defined({ body: request.body && headAndTail(request.body, longestBody) }) },
    reply: { ...reply, body: headAndTail(shown, longestBody) },
  }
}
