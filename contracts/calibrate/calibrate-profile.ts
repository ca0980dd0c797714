import type { PartialProfile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { writeNames } from '../../handlers/endpoints.ts'
import { defined } from '../../handlers/model/members.ts'
import { detectChoice } from '../choices/detect.ts'
import {
  agrees,
  type Detection,
  type Detections,
  isSameAnswer,
  type Observations,
  undetermined,
} from '../choices/detection.ts'
import { rootCausesOf } from '../judge/root-causes.ts'
import { type Redactor, withoutSecrets } from '../redaction.ts'
import { begin, lookFirst } from '../run/begin.ts'
import { observationsOf } from '../run/context.ts'
import { attempted } from '../run/failure-reason.ts'
import {
  type ProviderSession,
  type ProviderSessionOptions,
  type SessionOutcome,
  withProviderSession,
} from '../run/provider-session.ts'
import { runExamples, runFirstExample } from '../run/run-scenarios.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import { basicExamples, examples } from '../scenarios/examples.ts'
import { experiments, makeExperiments } from './experiments.ts'

/** The options of {@link calibrateProfile}. */
export type CalibrateOptions = Omit<ProviderSessionOptions, 'readOnly' | 'without'>

/** The result of one choice. Plain data. */
export interface CalibratedChoice {
  readonly choice: ChoiceId
  /** `learned`; `masked` where another answer hides it, or nothing shows it; `unknown` where no profile can express it, or too little was seen. */
  readonly verdict: 'learned' | 'masked' | 'unknown'
  /** The learned answer. */
  readonly answer?: unknown
  /** Why nothing was learned. */
  readonly reason?: string
}

/** The result of {@link calibrateProfile}. Plain data. */
export interface Calibration extends Omit<SessionOutcome<unknown>, 'result'> {
  /** The learned answers. A mock with this profile answers like the provider. */
  readonly profile: PartialProfile
  /** Every choice, in the documented order; empty where the provider could not be calibrated. */
  readonly choices: readonly CalibratedChoice[]
  /** Broken clauses that were found by the way: those that explain all that is wrong. */
  readonly broken: readonly { readonly clause: ClauseId; readonly about: string }[]
  /** Why the provider could not be calibrated completely. */
  readonly failureReason?: string
}

/**
 * Learns a deployed provider's answers to every choice that the interface document leaves open, with the examples of
 * the contract and further experiments. It creates its own posts and removes them at the end, also after a failure.
 * @returns the profile, and what was learned of each choice; also for a provider that cannot be calibrated.
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`, `LEDGER_UNUSABLE`
 * @example
 * const { profile } = await calibrateProfile({ url: 'https://staging.example.com/v1' })
 * const mock = createPostsMock({ profile })
 */
export async function calibrateProfile(options: CalibrateOptions): Promise<Calibration> {
  const { url, headers = {} } = options
  return await withoutSecrets({ urls: [url], headers }, async (redactor) => {
    const { result, ...outcome } = await withProviderSession(options, (session) =>
      calibrated(session, options, redactor),
    )
    const notes = outcome.notes.filter((note) => note !== result.failureReason)
    return { ...outcome, ...result, notes }
  })
}

/** The examples of both passes: those that show choices, and the basic ones. */
const usedExamples = examples.filter(({ key, shows = [] }) => shows.length > 0 || basicExamples.has(key))

async function calibrated(
  session: ProviderSession,
  { onProgress }: CalibrateOptions,
  redactor: Redactor,
): Promise<Omit<Calibration, keyof SessionOutcome<unknown>>> {
  const total = 2 * usedExamples.length + experiments.length
  let done = 0
  const onStep = (key: string) => onProgress?.({ done: ++done, total, key })
  const { result: found, failureReason } = await attempted(() => detectAll(session, onStep), session)
  const choices = choiceIds.flatMap((choice) => {
    const detection = found?.[choice]
    return detection ? [conclude(choice, detection, redactor)] : []
  })
  const causes = rootCausesOf(session.context.record.findings)
  return {
    profile: profileOf(choices),
    choices,
    broken: causes.flatMap(({ clause, findings: [first] }) => (first ? { clause, about: first.about } : [])),
    ...defined({ failureReason }),
  }
}

/**
 * Detects the answer to every choice, with the examples, which are run twice, and the experiments.
 * @param onStep called after every example and experiment.
 */
async function detectAll(
  { client, context }: ProviderSession,
  onStep: (key: string) => void,
): Promise<Detections> {
  await begin(context, await lookFirst(context))
  const observe = async (): Promise<Observations> => {
    await runFirstExample(context, usedExamples, onStep)
    await runExamples(context, usedExamples, onStep)
    return observationsOf(context)
  }
  const [first, again] = [await observe(), await observe()]
  const second = { ...again, byExperiment: await makeExperiments(context, { client }, onStep) }
  const found: Partial<Record<ChoiceId, Detection>> = {}
  for (const choice of choiceIds)
    found[choice] = inBoth(detectChoice(choice, first), detectChoice(choice, second))
  for (const name of writeNames)
    if (context.record.attempts[name].statuses.size > 1) found[`${name}.status`] = undetermined(notTheSame)
  // Where it is unknown the status of the preset counts, which has no body.
  if (found['delete.status'] && found['delete.status'].kind !== 'seen')
    found['delete.body'] = found['delete.status']
  return found
}

const notTheSame = 'the same request is not always answered alike'

/** The second answer, if the first was the same; or that which fits both. */
function inBoth(first: Detection, second: Detection): Detection {
  if (first.kind === 'other') return first
  if (first.kind !== 'seen' || second.kind !== 'seen') return second
  const answer = agrees(first, second.answer) ? second.answer : first.join?.(second.answer)
  return answer === undefined ? undetermined(notTheSame) : { ...second, answer }
}

/** What was learned of a choice. An answer with a secret is left out: profiles are committed. */
function conclude(choice: ChoiceId, detection: Detection, redactor: Redactor): CalibratedChoice {
  if (detection.kind !== 'seen')
    return { choice, verdict: detection.kind === 'masked' ? 'masked' : 'unknown', reason: detection.reason }
  const { answer } = detection
  if (!isSameAnswer(redactor.data(answer), answer))
    return { choice, verdict: 'unknown', reason: 'its answer contains a secret of this run' }
  return { choice, verdict: 'learned', answer }
}

/** The learned answers as a profile. */
function profileOf(choices: readonly CalibratedChoice[]): PartialProfile {
  const learned = new Map<ChoiceId, unknown>()
  for (const { choice, verdict, answer } of choices) if (verdict === 'learned') learned.set(choice, answer)
  const unknown = choices.filter(({ verdict }) => verdict === 'unknown').map(({ choice }) => choice)
  const open = unknown.length > 0 ? { unknown } : {}
  return { extends: 'default', ...open, ...Object.fromEntries(learned) }
}
