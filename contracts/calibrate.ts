import { randomInt } from 'node:crypto'
import { counted, isBodiless } from '../handlers/choices/kinds.ts'
import type { PresetName } from '../handlers/choices/presets.ts'
import { completeProfile, type PartialProfile, type ProfileOption } from '../handlers/choices/profile.ts'
import type { ChoiceId } from '../handlers/choices.ts'
import { isSecret } from '../handlers/http/warning.ts'
import { defined } from '../handlers/model/defined.ts'
import { seeds } from '../handlers/model/random.ts'
import {
  type CalibratedChoice,
  concludeAll,
  withholding,
  withoutContradictions,
  withProbes,
} from './calibrate/conclusion.ts'
import { type Drift, driftFrom } from './calibrate/drift.ts'
import type { Findings } from './calibrate/experiment.ts'
import { askAll, askReadOnly, stepsInRound } from './calibrate/round.ts'
import { Trials } from './calibrate/trials.ts'
import type { ClauseId } from './document/clauses.ts'
import { runProbes } from './fidelity/fidelity-run.ts'
import type { Fidelity } from './fidelity/tally.ts'
import { measureAtProvider, usualProbes } from './fidelity.ts'
import type { Redactor } from './redaction/redactor.ts'
import { withoutSecrets } from './redaction/redactor-for.ts'
import { beginRun } from './run/begin-run.ts'
import type { ProviderSessionOptions, SessionOutcome } from './run/provider-session.ts'
import { givenHeaders } from './session/client/given-headers.ts'
import { readProviderUrl } from './session/client/provider-url.ts'
import { createPatience, noteLateness } from './session/patience.ts'

/** The options of {@link calibrateProfile}. */
export interface CalibrateOptions extends ProviderSessionOptions {
  /** The preset for all choices that could not be learned. Default `default`. */
  readonly extends?: PresetName
  /** An earlier profile of the provider: the result has what changed since. Default none. */
  readonly against?: ProfileOption
  /** The largest body to send, in bytes: higher limits are not found. Default 2 097 153, a byte above 2 MiB. */
  readonly largestBody?: number
  /**
   * How many probes to send at the end, to measure how similar a mock with the profile is. Default 200; 0 sends
   * none.
   */
  readonly probes?: number
  /** The same seed draws the same probes. Default random; it is in the result. */
  readonly seed?: number
}

/** The result of {@link calibrateProfile}. Plain data. */
export interface Calibration extends Omit<SessionOutcome<unknown>, 'result'> {
  /** The learned answers. A mock with this profile answers like the provider. */
  readonly profile: PartialProfile
  /** Every choice, in the documented order; empty where the provider could not be calibrated. */
  readonly choices: readonly CalibratedChoice[]
  /** What changed since `against`. */
  readonly drift?: readonly Drift[]
  /** How similar a mock with this profile is, by other requests; missing without probes. */
  readonly fidelity?: Fidelity
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
  const { largestBody = 2 * 1024 * 1024 + 1, extends: base = 'default', against, readOnly = false } = options
  const { probes = usualProbes, seed = randomInt(seeds) } = options
  if (against !== undefined) completeProfile(against, 'the earlier profile')
  const { result, notes, failureReason, ...outcome } = await measureAtProvider(options, async (session) => {
    const { run, client, share, settle, clock, signal } = session
    const onLate = noteLateness(session.lateness)
    const trials = new Trials(run, client, {
      credentials: credentialsOf(options),
      mayWrite: !readOnly,
      // Several ignored replaces must not use up the time of a late one.
      patience: createPatience({ settle, budget: Number.POSITIVE_INFINITY, clock, signal, onLate }),
    })
    let done = 0
    const total = 2 * stepsInRound + (readOnly ? 0 : probes)
    const onStep = (key: string) => options.onProgress?.({ done: ++done, total, key })
    const ask = async (before: Findings) => {
      if (readOnly) return await askReadOnly(trials, client.send)
      const { beganEmpty } = run.observations
      return await askAll({ trials, before, largestBody, onStep, beganEmpty, signal })
    }
    if (!readOnly) await beginRun(run)
    const first = await ask({})
    const second = await ask(first)
    const concluded = concludeAll(first, second).map((choice) => withholding(choice, redactor))
    const whole = completeProfile(profileOf(concluded, base))
    const settled = withoutContradictions(concluded, whole, [first, second])
    const fidelity =
      probes === 0 || readOnly
        ? undefined
        : await runProbes(run, {
            profile: completeProfile(profileOf(settled, base)),
            seed,
            probes: share(probes),
            signal,
            onStep: () => onStep('a probe'),
          })
    const choices = withProbes(settled, fidelity?.misses ?? [])
    const drift = against === undefined ? undefined : driftFrom(against, choices, second)
    return { choices, drift, fidelity, largest: trials.largestBody, findings: run.context.findings }
  })
  const { choices = [], drift, fidelity, largest = 0, findings = [] } = result ?? {}
  const broken = new Map(findings.map(({ clause, about }) => [clause, { clause, about }]))
  const size = largest > 0 ? [`The largest body that was sent had ${counted(largest)} bytes.`] : []
  return {
    ...outcome,
    profile: profileOf(choices, base),
    choices,
    ...defined({ drift, fidelity }),
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
function profileOf(choices: readonly CalibratedChoice[], base: PresetName): PartialProfile {
  const learned = new Map<ChoiceId, unknown>()
  for (const { choice, verdict, answer } of choices) if (verdict === 'learned') learned.set(choice, answer)
  const unknown = choices
    .filter(({ verdict, sure }) => verdict === 'unknown' || verdict === 'changing' || sure === 'contradicted')
    .map(({ choice }) => choice)
  const others = completeProfile(base)
  for (const operation of ['create', 'replace', 'delete'] as const) {
    const body = `${operation}.body` as const
    if (learned.has(`${operation}.status`) || !isBodiless(others[`${operation}.status`])) continue
    if (learned.delete(body)) unknown.push(body)
  }
  const open = unknown.length > 0 ? { unknown } : {}
  return { extends: base, ...open, ...Object.fromEntries(learned) }
}
