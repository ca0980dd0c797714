import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import { detectChoice } from '../choices/detect.ts'
import {
  type Detection,
  type Observation,
  type Observations,
  unknown,
  unsayable,
} from '../choices/detection.ts'
import type { Finding } from '../judge/finding.ts'
import type { Waiting } from '../model/waiting.ts'
import { runExamples } from '../run/run-examples.ts'
import type { SequenceRunner } from '../run/sequence-runner.ts'
import type { Example } from '../spec/example.ts'
import { extraExamples } from '../spec/examples/extra-examples.ts'
import { basicExamples, examples } from '../spec/examples.ts'
import type { Concurrency } from '../wire/concurrency.ts'
import { WriteRefused } from '../wire/set-up-error.ts'
import { briefExchange } from './evidence.ts'
import type { Experiment, Findings, Surroundings } from './experiment.ts'
import { experiments } from './experiments.ts'
import type { Trials } from './trials.ts'

export interface RoundOptions {
  readonly trials: Trials
  readonly runner: SequenceRunner
  readonly waiting: Waiting
  readonly concurrency: Concurrency
  readonly beganEmpty: boolean
  readonly before: Findings
  /** Called with what is wrong. */
  readonly onFinding: (finding: Finding) => void
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
  shows.length > 0 ||
  basicExamples.has(key) ||
  spoilt.some((name) => key === `create/${name}` || key === `replace/${name}`)
/** The examples of a calibration. */
export const usedExamples = [...examples.filter(isUsed), ...extraExamples]
const asked = Object.keys(experiments) as ChoiceId[]
const read = choiceIds.filter((choice) => !asked.includes(choice))

/** How many times {@link RoundOptions.onStep} is called in a round. */
export const stepsInRound = usedExamples.length + asked.length

/** The results of a round, and what its examples showed. */
export interface Round {
  readonly found: Findings
  readonly byExample: ReadonlyMap<string, Observation>
}

/** Tests every choice at a provider with the examples and the experiments. */
export async function askAll(options: RoundOptions): Promise<Round> {
  const { trials, runner, waiting, concurrency, beganEmpty, before, onFinding, onStep } = options
  const terms = { concurrency, onExample: onStep, onFinding, goesOn: () => true }
  await runExamples(runner, waiting, usedExamples, terms)
  const byExample = new Map<string, Observation>()
  for (const [key, result] of runner.examples) if ('exchange' in result) byExample.set(key, result)
  const observations: Observations = { byExample, history: runner.history, beganEmpty }
  const found: Record<string, Detection> = {}
  for (const choice of [...read, ...asked]) {
    found[choice] = await answerTo(choice, { trials, observations, found, before: before[choice] })
    if (asked.includes(choice)) onStep(choice)
  }
  return { found: found as Findings, byExample }
}

/** Finds an answer by an experiment, or else in the examples; with shortened evidence. */
async function answerTo(choice: ChoiceId, surroundings: Surroundings<ChoiceId>): Promise<Detection> {
  const experiment = experiments[choice] as Experiment<ChoiceId> | undefined
  const { trials, observations } = surroundings
  const detection = await (experiment
    ? experiment(surroundings).catch(unknownIfRefused)
    : detectChoice(choice, observations))
  const evidence = detection.evidence.map((each) => trials.context.kept(each))
  return bounded({ ...detection, evidence })
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
