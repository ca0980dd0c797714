import { randomInt } from 'node:crypto'
import { counted, isBodiless } from '../handlers/choices/kinds.ts'
import type { PresetName } from '../handlers/choices/presets.ts'
import { completeProfile, type PartialProfile, type ProfileOption } from '../handlers/choices/profile.ts'
import type { ChoiceId } from '../handlers/choices.ts'
import { isSecret } from '../handlers/http/warning.ts'
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
import { type Fidelity, runProbes } from './fidelity/fidelity-run.ts'
import { usualProbes } from './fidelity.ts'
import type { Redactor } from './redaction/redactor.ts'
import { withoutSecrets } from './redaction/without-secrets.ts'
import {
  type ProviderSessionOptions,
  type SessionOutcome,
  withProviderSession,
} from './run/provider-session.ts'
import { givenHeaders } from './session/client/given-headers.ts'
import { readProviderUrl } from './session/client/provider-url.ts'
import { attempted } from './session/failure-reason-of.ts'

/** What {@link calibrateProfile} takes. */
export interface CalibrateOptions extends ProviderSessionOptions {
  /** The preset that answers what could not be learned. Default `default`. */
  readonly extends?: PresetName
  /** A profile that was read off the provider before: the result tells what changed since. Default none. */
  readonly against?: ProfileOption
  /** The largest body that may be sent, in bytes: limits above it are not found. Default 2 097 153, a byte above 2 MiB. */
  readonly largestBody?: number
  /** How many probes are sent at the end, to see how like the provider a mock with the profile is. Default 200; 0 sends none. */
  readonly probes?: number
  /** What the probes are drawn from. Default random; the result names it. */
  readonly seed?: number
}

/** What {@link calibrateProfile} found out. Plain data. */
export interface Calibration extends Omit<SessionOutcome<unknown>, 'result'> {
  /** What makes a mock like the provider: its answers to all choices that were learned. */
  readonly profile: PartialProfile
  /** Every choice, in the documented order; none where the provider could not be asked. */
  readonly choices: readonly CalibratedChoice[]
  /** What changed, where `against` asked for it. */
  readonly drift?: readonly Drift[]
  /** How like the provider a mock with this profile is, by probes that taught nothing; missing where none were sent. */
  readonly fidelity?: Fidelity
  /** Clauses that were seen broken on the way, each with a sentence. Nothing was done to look for them. */
  readonly broken: readonly { readonly clause: ClauseId; readonly about: string }[]
  /** Where the provider could not be asked, or not to the end: why. */
  readonly failureReason?: string
}

/**
 * Asks a deployed provider, by experiment, for every choice that the interface document leaves open: the examples of the
 * contract and experiments of their own where those cannot tell, everything twice. It works with posts of its own and
 * removes them at the end, whatever happens.
 *
 * @returns the profile, and for each choice the evidence and how sure it is; a provider that cannot be asked is not an exception.
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
  const { largestBody = 2 * 1024 * 1024 + 1, extends: base = 'default', against } = options
  const { probes = usualProbes, seed = randomInt(seeds) } = options
  if (against !== undefined) completeProfile(against, 'the earlier profile')
  const {
    result: attempt,
    notes,
    ...visited
  } = await withProviderSession(options, async (session) => {
    const { run, client, share } = session
    const trials = new Trials(run, client, {
      credentials: credentialsOf(options),
      mayWrite: options.readOnly !== true,
    })
    let done = 0
    const total = 2 * stepsInRound + (options.readOnly ? 0 : probes)
    const onStep = (key: string) => options.onProgress?.({ done: ++done, total, key })
    const onProbe = () => onStep('a probe')
    const ask = async (before: Findings) => {
      if (options.readOnly) return await askReadOnly(trials, client.send)
      return await askAll({ trials, before, largestBody, onStep, beganEmpty: run.observations.beganEmpty })
    }
    const attempt = await attempted(async () => {
      if (!options.readOnly) await run.begin()
      const first = await ask({})
      const second = await ask(first)
      const concluded = concludeAll(first, second).map((choice) => withholding(choice, redactor))
      const whole = completeProfile(profileOf(concluded, base))
      const settled = withoutContradictions(concluded, whole, [first, second])
      const fidelity =
        probes === 0 || options.readOnly
          ? undefined
          : await runProbes(run, {
              profile: completeProfile(profileOf(settled, base)),
              seed,
              probes: share(probes),
              onStep: onProbe,
            })
      const choices = withProbes(settled, fidelity?.misses ?? [])
      const drift = against === undefined ? {} : { drift: driftFrom(against, choices, second) }
      return { choices, ...drift, fidelity, largest: trials.largestBody, findings: run.context.findings }
    }, session)
    if (attempt.failureReason === undefined) await session.end()
    return attempt
  })
  const { result, failureReason } = attempt
  const choices = result?.choices ?? []
  const broken = new Map((result?.findings ?? []).map(({ clause, about }) => [clause, { clause, about }]))
  const size = result?.largest ? [`The largest body that was sent had ${counted(result.largest)} bytes.`] : []
  return {
    ...visited,
    profile: profileOf(choices, base),
    choices,
    ...(result?.drift ? { drift: result.drift } : {}),
    ...(result?.fidelity ? { fidelity: result.fidelity } : {}),
    broken: [...broken.values()],
    ...(failureReason === undefined ? {} : { failureReason }),
    notes: [...notes, ...size],
  }
}

/** The header by which a client shows who it is, among those that it was given; undefined where there is none. */
function credentialsOf({ url, headers = {} }: CalibrateOptions): readonly [string, string] | undefined {
  const given = Object.entries(givenHeaders(headers, readProviderUrl(url).authorization))
  const isNamed = ([name]: readonly [string, string]) => name.toLowerCase() === 'authorization'
  return given.find(isNamed) ?? given.find(([name]) => isSecret(name)) ?? given[0]
}

/**
 * The answers that were learned, as a profile, and the choices that none fits. The body of a write whose status is none that
 * a profile can give is left out: with the status that takes its place it may contradict.
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
