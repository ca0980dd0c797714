import { randomInt } from 'node:crypto'
import { completeProfile, type Profile } from '../../handlers/choices/profile.ts'
import { writeNames } from '../../handlers/endpoints.ts'
import { defined } from '../../handlers/model/members.ts'
import { seeds } from '../../handlers/model/random.ts'
import { makeExperiments } from '../calibrate/experiments.ts'
import { detectChoice } from '../choices/detect.ts'
import type { Observations } from '../choices/detection.ts'
import { fitOf } from '../client/fit.ts'
import type { Finding } from '../judge/finding.ts'
import { rootCausesOf } from '../judge/root-causes.ts'
import type { PactVerdict } from '../pact/native/verify-with-pact.ts'
import { withoutSecrets } from '../redaction.ts'
import { begin, lookFirst } from '../run/begin.ts'
import { observationsOf, type RunContext } from '../run/context.ts'
import { attempted, endOf, failureReasonOf, TimeIsOver } from '../run/failure-reason.ts'
import { keepPosts, type LastLook, lookAtForeign } from '../run/last-look.ts'
import { type ProviderSession, withProviderSession } from '../run/provider-session.ts'
import { runExamples, runFirstExample } from '../run/run-scenarios.ts'
import { changedByReads, searchSequences } from '../run/search-sequences.ts'
import { traceOf } from '../run/trace.ts'
import { examples, isPossible } from '../scenarios/examples.ts'
import type { Example } from '../scenarios/scenario.ts'
import { stepsOfFixed } from '../scenarios/sequences.ts'
import { usualMaxTime } from '../wire/pace.ts'
import type { Checked } from './clause-results.ts'
import { judgementOf } from './judgement.ts'
import { neverDone, operationResults } from './operations.ts'
import { checkOnly, isExample, replayCommand, replayOf, sequenceNumber } from './replay-command.ts'
import type { VerifyResult } from './result.ts'
import { runPact } from './run-pact.ts'
import { onlyReads, usualBudget, type VerifyOptions } from './verify-options.ts'

/**
 * Verifies a deployed provider: by the interface document, and by a profile where the document is silent, if one is
 * given. It creates its own posts through the interface and removes them at the end, also after a failure.
 * @returns the result, also for a provider that is wrong or cannot be judged.
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`, `PROFILE_INVALID`, `LEDGER_UNUSABLE`
 * @example
 * const { verdict, clauses } = await verifyProvider({ url: 'https://staging.example.com/v1' })
 */
export async function verifyProvider(options: VerifyOptions): Promise<VerifyResult> {
  const { url, headers = {} } = options
  return await withoutSecrets({ urls: [url], headers }, () => judged(options))
}

/** The result before redaction. */
async function judged(given: VerifyOptions): Promise<VerifyResult> {
  checkOnly(given)
  const { without = [], accept: accepted = [], clients = [], only, budget = usualBudget } = given
  const readOnly = onlyReads(given)
  const mode = { ...defined({ profile: profileNameOf(given), only }), readOnly, without, accepted }
  const profile = completeProfile(given.profile)
  const options = { ...given, readOnly, without: readOnly ? writeNames : without }
  const usual = usualMaxTime(given.maxRequestsPerSecond) + Math.max(0, budget - usualBudget)
  const terms = { ...options, maxTime: given.maxTime ?? usual }
  const { result, notes, ...outcome } = await withProviderSession(terms, async (session) => {
    const { record } = session.context
    const onProgress: VerifyOptions['onProgress'] = (step) =>
      given.onProgress?.({ ...step, broken: rootCausesOf(record.findings).length })
    const expected = given.profile && profile
    const { failureReason, ...seen } = await runChecks(session, mode, expected, { ...options, onProgress })
    // The examples judge every clause: if the time is over after them, they are enough.
    const isEnough = session.signal.reason instanceof TimeIsOver && seen.sequences && only === undefined
    const checked: Checked = { ...seen, ...(isEnough ? {} : defined({ failureReason })) }
    record.judgeAddress(session.client.url)
    // A run that ended early does not show that the two go together.
    const isDone = checked.failureReason === undefined
    const fits = (isDone ? clients : []).map(({ name, client }) =>
      fitOf(name, client, (choice) => detectChoice(choice, checked.observations)),
    )
    const judgement = judgementOf(checked, expected, mode, fits, session.client)
    const { verdict } = judgement
    // A broken clause explains what Pact refuses.
    const isReplayed = (verdict === 'held' || verdict === 'differs') && only === undefined
    if (isReplayed) given.onProgress?.({ done: 0, total: 0, key: "Pact's verifier" })
    const pact = isReplayed ? await runPact(session, options) : undefined
    return { judgement, pact, cache: session.client.cache ?? '' }
  })
  const { judgement, pact, cache } = result
  const onView = [cache.trim(), given.settle === undefined ? onSettle : ''].filter((note) => note !== '')
  const isInView =
    !readOnly && judgement.clauses.some(({ findings }) => findings.some(({ views }) => views !== undefined))
  const withReplay = (finding: Finding) => {
    return { ...finding, replay: replayOf(finding, outcome.url, given, judgement.sequences?.seed) }
  }
  const isPactLeftOut = given.pact === true && judgement.verdict === 'broken'
  const ownNotes = [
    ...(isInView ? onView : []),
    ...(pact ? pactNotes(pact) : []),
    ...(isPactLeftOut ? ["Pact's verifier was not asked, because a clause is broken."] : []),
  ]
  return {
    // First of all, in JSON too.
    ...defined({ lost: outcome.lost }),
    ...judgement,
    clauses: judgement.clauses.map((each) => ({ ...each, findings: each.findings.map(withReplay) })),
    ...defined({ pact }),
    ...outcome,
    command: replayCommand(outcome.url, given),
    mode,
    notes: [...notes, ...ownNotes].filter((note) => note !== judgement.failureReason),
  }
}

/** What Pact does not accept, as notes. */
function pactNotes({ refused, failure }: PactVerdict): string[] {
  return [
    ...refused.map(({ key, message }) => `Only Pact's verifier refuses ${key}: ${message}.`),
    ...(failure === undefined ? [] : [`Pact's verifier did not judge all interactions: ${failure}.`]),
  ]
}

const onSettle =
  'A write had up to 2 s to become visible. If the service needs longer, pass --settle with its longest time in milliseconds.'

/** The name of the compared profile; undefined for none. */
function profileNameOf({ profile, profileName }: VerifyOptions): string | undefined {
  if (profile === undefined) return undefined
  return profileName ?? (typeof profile === 'string' ? profile : 'given in code')
}

/**
 * Runs the examples at a provider, with a profile also experiments, then sequences where its operations work, as far as
 * the options say.
 */
async function runChecks(
  session: ProviderSession,
  mode: VerifyResult['mode'],
  profile: Profile | undefined,
  options: VerifyOptions,
): Promise<Checked> {
  const { client, ledger, context, signal, reconnect } = session
  const { only, onProgress } = options
  const { record, without } = context
  const isChosen = ({ key, clauses, request }: Example) => {
    if (only !== undefined) return key === only
    return ledger ? mode.profile !== undefined || clauses.length > 0 : request.method === 'GET'
  }
  const chosen = examples.filter((example) => isChosen(example) && isPossible(example, without))
  let done = 0
  let observed: Observations | undefined
  let lastLook: LastLook | undefined
  const isWhole = ledger !== undefined && only === undefined
  const total = chosen.length + (isWhole ? stepsOfFixed : 0)
  const onStep = (key: string) => {
    done++
    // Sequences run again where it shows late that writes are.
    onProgress?.({ done, total: Math.max(done, total), key })
  }
  const runChosen = async () => {
    const list = await lookFirst(context)
    if (chosen.length === 0) return
    if (ledger) {
      onProgress?.({ done, total, key: 'the first posts' })
      await begin(context, list)
    }
    await runFirstExample(context, chosen, onStep)
    if (only === undefined) lastLook = await keepPosts(context)
    await runExamples(context, chosen, onStep)
    // The experiments create posts too, which must not count for the order of the list.
    observed = observationsOf(context)
    if (ledger && profile && only === undefined)
      observed = { ...observed, byExperiment: await makeExperiments(context, { client, profile }) }
  }
  const { failureReason = signal.aborted ? endOf(signal) : unrunReason(context, only) } = await attempted(
    runChosen,
    session,
  )
  const { findings } = record
  const observations = observed ?? observationsOf(context)
  const seen = {
    record,
    observations,
    notRun: notRunOf(context, ledger ? chosen : []),
  }
  const isOver = failureReason !== undefined || !ledger || (only !== undefined && isExample(only))
  if (isOver || (only === undefined && neverDone(operationResults(record, mode)) !== undefined))
    return { ...seen, ...defined({ failureReason }) }
  const ran = await runSequences(session, options, () => onStep('sequences'))
  if (only === undefined && ran.failureReason === undefined && !signal.aborted) {
    const looked = await attempted(() => changedByReads(context, findings), session)
    // Their evidence is the most ordinary: nothing is written between the looks.
    findings.unshift(...(looked.result ?? []))
  }
  // What is wrong already explains how these posts are.
  if (findings.length === 0 && ran.failureReason === undefined && isWhole && !signal.aborted) {
    onProgress?.({ done, total: Math.max(done, total), key: 'the last look' })
    const fresh = reconnect()
    const look = async () => {
      await lastLook?.(fresh.send)
      if (findings.length === 0) await lookAtForeign(context)
    }
    const looked = await attempted(look, session)
    await fresh.close()
    return { ...seen, ...ran, ...defined({ failureReason: looked.failureReason }) }
  }
  return { ...seen, ...ran }
}

/** Why the example that alone is to be run was not. */
function unrunReason({ record }: RunContext, only: string | undefined): string | undefined {
  if (only === undefined || !isExample(only) || record.findings.length > 0) return undefined
  const result = record.examples.get(only)
  if (result && result.kind === 'ran') return undefined
  return `Failed to run ${only}: ${result?.reason ?? 'this run may not create what it needs'}.`
}

/** Why examples were not run, by key; not where another client has the id of their post. */
function notRunOf({ record }: RunContext, chosen: readonly Example[]): Checked['notRun'] {
  const notRun = new Map(chosen.map(({ key }) => [key, 'the run did not finish it']))
  for (const [key, result] of record.examples) {
    notRun.delete(key)
    if (result.kind === 'not run' && !result.isTaken) notRun.set(key, result.reason)
  }
  return notRun
}

/** Runs the fixed sequences, then random ones until one fails; or only the one that the options name. */
async function runSequences(
  session: ProviderSession,
  options: VerifyOptions,
  onStep: () => void,
): Promise<Pick<Checked, 'sequences' | 'failureReason'>> {
  const { context } = session
  const { record } = context
  const { seed = randomInt(seeds), budget = usualBudget, only, onProgress } = options
  const { failing, sequences, lost } = await searchSequences({
    context,
    seed,
    ...defined({ only: only === undefined ? undefined : sequenceNumber(only) }),
    onStep,
    budget,
    onProgress({ isFailing, left }) {
      const key = isFailing ? 'a sequence failed; shrinking it' : 'random sequences'
      onProgress?.({ done: record.sequences.size, total: record.sequences.size, key, left })
    },
  })
  const ended = lost === undefined ? {} : { failureReason: failureReasonOf(lost, session) }
  for (const { scenario, outcome } of failing) {
    const exchanges = traceOf(outcome.exchanges, outcome.mark)
    const [finding] = outcome.findings
    if (finding) record.findings.push({ ...finding, shownBy: scenario.key, exchanges })
  }
  return { sequences: { seed, sequences }, ...ended }
}
