import { counted, isBodiless } from '../handlers/choices/kinds.ts'
import { completeProfile, type PartialProfile, type ProfileOption } from '../handlers/choices/profile.ts'
import type { ChoiceId } from '../handlers/choices.ts'
import { isSecret } from '../handlers/http/warning.ts'
import { defined } from '../handlers/model/defined.ts'
import {
  type CalibratedChoice,
  concludeAll,
  withholding,
  withoutContradictions,
} from './calibrate/conclusion.ts'
import { type Drift, driftFrom } from './calibrate/drift.ts'
import type { Findings } from './calibrate/experiment.ts'
import { type ReplyShare, replyShare } from './calibrate/reply-share.ts'
import { askAll, type Round, stepsInRound, usedExamples } from './calibrate/round.ts'
import { Trials } from './calibrate/trials.ts'
import type { CheckContext } from './judge/check-context.ts'
import type { Finding } from './judge/finding.ts'
import type { Redactor } from './redaction/redactor.ts'
import { withoutSecrets } from './redaction/redactor-for.ts'
import { begin } from './run/begin.ts'
import { lookFirst } from './run/first-look.ts'
import {
  type ProviderSessionOptions,
  type SessionOutcome,
  withProviderSession,
} from './run/provider-session.ts'
import type { ClauseId } from './spec/clauses.ts'
import { attempted } from './wire/failure-reason-of.ts'
import { givenHeaders } from './wire/given-headers.ts'
import { readProviderUrl } from './wire/provider-url.ts'

/** The options of {@link calibrateProfile}. */
export interface CalibrateOptions extends Omit<ProviderSessionOptions, 'readOnly'> {
  /** An earlier profile of the provider: the result has what changed since. Default none. */
  readonly against?: ProfileOption
}

/** The result of {@link calibrateProfile}. Plain data. */
export interface Calibration extends Omit<SessionOutcome<unknown>, 'result'> {
  /** The learned answers. A mock with this profile answers like the provider. */
  readonly profile: PartialProfile
  /** Every choice, in the documented order; empty where the provider could not be calibrated. */
  readonly choices: readonly CalibratedChoice[]
  /** What changed since `against`. */
  readonly drift?: readonly Drift[]
  /** How many replies of a mock with this profile equal those of the provider; missing where it could not be calibrated. */
  readonly share?: ReplyShare
  /** Broken clauses that were found by the way. */
  readonly broken: readonly { readonly clause: ClauseId; readonly about: string }[]
  /** Why the provider could not be calibrated completely. */
  readonly failureReason?: string
}

/**
 * Learns a deployed provider's answers to every choice that the interface document leaves open, with the examples of
 * the contract and further experiments, everything twice. It creates its own posts and removes them at the end, also
 * after a failure.
 * @returns the profile, and for each choice the evidence and its certainty; also for a provider that cannot be
 * calibrated.
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`, `PROFILE_INVALID`, `LEDGER_UNUSABLE`
 * @example
 * const { profile } = await calibrateProfile({ url: 'https://staging.example.com/v1' })
 * const mock = createPostsMock({ profile })
 */
export async function calibrateProfile(options: CalibrateOptions): Promise<Calibration> {
  const { url, headers = {} } = options
  return await withoutSecrets({ urls: [url], headers }, (redactor) => calibrated(options, redactor))
}

async function calibrated(options: CalibrateOptions, redactor: Redactor): Promise<Calibration> {
  const { against } = options
  if (against !== undefined) completeProfile(against, 'the earlier profile')
  const { result, notes, ...outcome } = await withProviderSession(options, async (session) => {
    const { client, waiting, concurrency } = session
    const runner = session.newRunner({ isShort: false })
    const findings: Finding[] = []
    const onFinding = (finding: Finding) => findings.push(finding)
    let done = 0
    const onStep = (key: string) => options.onProgress?.({ done: ++done, total: 2 * stepsInRound, key })
    const learn = async (context: CheckContext) => {
      await lookFirst(context)
      const beganEmpty = context.foreign.size === 0
      const trials = new Trials(context, client, { credentials: credentialsOf(options) })
      const ask = async (before: Findings): Promise<Round> =>
        await askAll({ trials, runner, waiting, concurrency, before, onFinding, onStep, beganEmpty })
      await begin(runner, waiting, findings)
      const { found: first } = await ask({})
      const { found: second, byExample } = await ask(first)
      const concluded = concludeAll(first, second).map((choice) => withholding(choice, redactor))
      const whole = completeProfile(profileOf(concluded))
      const choices = withoutContradictions(concluded, whole, [first, second])
      const share = await replyShare(usedExamples, byExample, completeProfile(profileOf(choices)))
      const drift = against === undefined ? undefined : driftFrom(against, choices, second)
      return { choices, drift, share, largest: trials.largestBody }
    }
    let learned: Awaited<ReturnType<typeof learn>> | undefined
    const { failureReason } = await attempted(async () => {
      const seen = await runner.look(async (context) => {
        learned = await learn(context)
      }, waiting.usual)
      findings.push(...seen)
    }, session)
    return { ...learned, findings, failureReason }
  })
  const { choices = [], drift, share, largest = 0, findings, failureReason } = result
  const broken = new Map(findings.map(({ clause, about }) => [clause, { clause, about }]))
  const size = largest > 0 ? [`The largest body that was sent had ${counted(largest)} bytes.`] : []
  return {
    ...outcome,
    profile: profileOf(choices),
    choices,
    ...defined({ drift, share }),
    broken: [...broken.values()],
    ...defined({ failureReason }),
    notes: [...notes, ...size],
  }
}

/** The header with the client's credentials; undefined where there is none. */
function credentialsOf({ url, headers = {} }: CalibrateOptions): readonly [string, string] | undefined {
  const given = Object.entries(givenHeaders(headers, readProviderUrl(url).authorization))
  const isNamed = ([name]: readonly [string, string]) => name.toLowerCase() === 'authorization'
  return given.find(isNamed) ?? given.find(([name]) => isSecret(name)) ?? given[0]
}

/**
 * The learned answers as a profile. The body of a write with an unknown status is left out: it may contradict the
 * preset's status.
 */
function profileOf(choices: readonly CalibratedChoice[]): PartialProfile {
  const learned = new Map<ChoiceId, unknown>()
  for (const { choice, verdict, answer } of choices) if (verdict === 'learned') learned.set(choice, answer)
  const unknown = choices
    .filter(({ verdict }) => verdict === 'unknown' || verdict === 'changing')
    .map(({ choice }) => choice)
  const others = completeProfile()
  for (const operation of ['create', 'replace', 'delete'] as const) {
    const body = `${operation}.body` as const
    if (learned.has(`${operation}.status`) || !isBodiless(others[`${operation}.status`])) continue
    if (learned.delete(body)) unknown.push(body)
  }
  const open = unknown.length > 0 ? { unknown } : {}
  return { extends: 'default', ...open, ...Object.fromEntries(learned) }
}
