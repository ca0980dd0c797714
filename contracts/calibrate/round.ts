import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import {
  type Detection,
  masked,
  type Observation,
  type Observations,
  unknown,
  unsayable,
} from '../detect/detection.ts'
import { detectChoice } from '../detect.ts'
import type { Example } from '../document/example.ts'
import { examples } from '../document/examples.ts'
import type { Send } from '../document/exchange.ts'
import { checkList } from '../judge/list-check.ts'
import { runReadOnly } from '../run/read-only.ts'
import { mayMakeForeign, type WithWorkersOptions, withWorkers } from '../run/with-workers.ts'
import { SetUpError, WriteRefused } from '../session/set-up-error.ts'
import { briefExchange } from './evidence.ts'
import type { Experiment, Findings, Surroundings } from './experiment.ts'
import { experiments } from './experiments.ts'
import { extraExamples } from './extra-examples.ts'
import type { Trials } from './trials.ts'

export interface RoundOptions extends WithWorkersOptions {
  readonly trials: Trials
  readonly beganEmpty: boolean
  readonly before: Findings
  readonly largestBody: number
  /** Called after every example and experiment. */
  readonly onStep: (key: string) => void
}

/** The examples with texts that services are known to change. */
const spoilt = [
  'unicode-title',
  'markup-title',
  'blanks-title',
  'escapes',
  'typography',
  'letters',
  'invisible',
]
const isUsed = ({ key, shows = [] }: Example) =>
  shows.length > 0 || spoilt.some((name) => key === `create/${name}` || key === `replace/${name}`)
const usedExamples = [...examples.filter(isUsed), ...extraExamples]
const asked = Object.keys(experiments) as ChoiceId[]
const read = choiceIds.filter((choice) => !asked.includes(choice))

/** How many times {@link RoundOptions.onStep} is called in a round. */
export const stepsInRound = usedExamples.length + asked.length

/** Tests every choice at a provider with the examples and the experiments. */
export async function askAll({
  trials,
  beganEmpty,
  before,
  largestBody,
  onStep,
  ...terms
}: RoundOptions): Promise<Findings> {
  const { context } = trials.run
  context.open('a look at the list', await trials.ask({ method: 'GET', path: '/posts' }))
  await context.check(['list.ok', 'list.all'], () => checkList(context))
  const byExample = await observeAll(trials, onStep, terms)
  const observations: Observations = { byExample, history: [...context.own.history], beganEmpty }
  const found: Record<string, Detection> = {}
  for (const choice of [...read, ...asked]) {
    found[choice] = await answerTo(choice, {
      trials,
      observations,
      found,
      before: before[choice],
      largestBody,
    })
    if (asked.includes(choice)) onStep(choice)
  }
  return found as Findings
}

/** Finds an answer by an experiment, or else in the examples; with shortened evidence. */
async function answerTo(choice: ChoiceId, surroundings: Surroundings<ChoiceId>): Promise<Detection> {
  const experiment = experiments[choice] as Experiment<ChoiceId> | undefined
  const { trials, observations } = surroundings
  const detection = await (experiment
    ? experiment(surroundings).catch(unknownIfRefused)
    : detectChoice(choice, observations))
  const evidence = detection.evidence.map((each) => trials.run.context.kept(each))
  return bounded({ ...detection, evidence })
}

/** Runs the examples, concurrently where the provider is distant. */
async function observeAll(
  trials: Trials,
  onStep: RoundOptions['onStep'],
  terms: WithWorkersOptions,
): Promise<ReadonlyMap<string, Observation>> {
  const observed = new Map<string, Observation>()
  const observing = (by: Trials) => async (example: Example) => {
    try {
      observed.set(example.key, await by.observe(example))
    } catch (error) {
      // The rest can still be tested.
      if (!(error instanceof SetUpError)) throw error
    }
    onStep(example.key)
  }
  const isTogether = (example: Example) => !mayMakeForeign(example)
  const together = usedExamples.filter(isTogether)
  const areDone = await withWorkers(trials.run, together, (worker) => observing(trials.by(worker)), terms)
  const observe = observing(trials)
  for (const example of usedExamples) if (!areDone || !isTogether(example)) await observe(example)
  return observed
}

/** The choices that existing posts and reads show. */
const shown: readonly ChoiceId[] = ['id.malformed', 'error.body', 'cors.origins']

/** Tests choices with GET, HEAD and OPTIONS only, on existing posts. */
export async function askReadOnly(trials: Trials, send: Send): Promise<Findings> {
  await runReadOnly(trials.run, send)
  const { observations } = trials.run
  const found: Record<string, Detection> = {}
  for (const choice of choiceIds)
    found[choice] = shown.includes(choice)
      ? await answerTo(choice, { trials, observations, found, before: undefined, largestBody: 0 })
      : masked('it needs a write')
  return found as Findings
}

/** A longer answer is unknown; in characters of a profile file. */
const longestAnswer = 8000

/** Limits the size of a result. */
export function bounded(detection: Detection): Detection {
  const evidence = detection.evidence.map(briefExchange)
  const length = 'answer' in detection ? jsonFileText(detection.answer).length : 0
  if (length <= longestAnswer) return { ...detection, evidence }
  return { ...unsayable(`the answer is ${length.toLocaleString('en')} characters long`), evidence }
}

function unknownIfRefused(error: unknown): Detection<never> {
  if (error instanceof WriteRefused) return unknown(error.message)
  throw error
}
