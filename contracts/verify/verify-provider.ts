import { completeProfile, type Profile } from '../../src/profile.ts'
import type { ClauseId } from '../clauses.ts'
import { deriveContract } from '../derive.ts'
import type { Contract } from '../interaction.ts'
import { cleanUp } from './clean-up.ts'
import { ProviderUnreachable } from './client/provider-unreachable.ts'
import { createProviderClient, type ProviderClient } from './client.ts'
import { composeChoices, composeClauses, unexplained, withDifferences } from './compose.ts'
import { createRun } from './create-run.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { obstacleOf } from './obstacle-of.ts'
import { hasSequences, playSequences, type SequencesOutcome } from './play-sequences.ts'
import { playReadOnly } from './read-only.ts'
import { type ReplayResult, replayContracts } from './replay.ts'
import type { Leftover, VerifyResult } from './result.ts'
import type { Run } from './run.ts'
import { createStateHook, type StateHook } from './state-hook.ts'
import { repeatable, verdictOf, versionFinding } from './verdict.ts'
import type { VerifyOptions } from './verify-options.ts'

const replayLimit = 30 * 60_000

/**
 * Judges a deployed provider: by the interface document, and by a profile where the document is silent. It sets up
 * its own posts through the provider's interface and removes them at the end, whatever happens.
 *
 * @returns the result; a provider that is wrong, or cannot be judged, is no exception.
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`, `PROFILE_INVALID`, `LEDGER_UNUSABLE`
 * @example
 * const { verdict, clauses } = await verifyProvider({ url: 'https://staging.example.com/v1', documentOnly: true })
 */
export async function verifyProvider(options: VerifyOptions): Promise<VerifyResult> {
  const { documentOnly = false, readOnly = false, signal = new AbortController().signal } = options
  const profile = documentOnly ? undefined : completeProfile(options.profile)
  const isPlaying = hasSequences(options)
  const started = performance.now()
  const client = createProviderClient({ ...options, signal })
  try {
    await using hook = stateHookOf(options)
    const { ledgerFolder: folder } = options
    const ledger = readOnly
      ? undefined
      : await openLedger({ url: client.url, ...(folder === undefined ? {} : { folder }) })
    const lateness = { longest: 0 }
    const { settle = 2000 } = options
    const run = createRun({ client, ledger, settle, lateness })
    let outcome: Outcome
    let leftovers: readonly Leftover[] = []
    try {
      outcome = await playAll(run, client, profile, hook, options, signal)
      if (ledger && outcome.obstacle === undefined) {
        await run.end(ledger.removed).catch(() => {})
        if (isPlaying) {
          // What the run could not call its own, a post without texts say, must not stand beside the sequences.
          await cleanUp(ledger, client)
          const terms = { client, ledger, profile: profile ?? completeProfile(), settle, lateness, signal }
          const sequences = await playSequences(terms, options)
          outcome = { ...outcome, ...obstacleIn(sequences), sequences }
        }
      }
    } finally {
      if (ledger) leftovers = await removeAll(ledger, client)
    }
    const late =
      lateness.longest > 0 ? [`Writes took up to ${lateness.longest} ms until they could be read.`] : []
    const notes = [...client.notes, ...run.notes, ...late, ...(hook?.notes ?? []), ...notPlayed(outcome)]
    return {
      ...judgement(run, profile, outcome, client),
      url: client.url,
      mode: { documentOnly, readOnly },
      leftovers,
      notes,
      requests: client.requests,
      duration: Math.round(performance.now() - started),
    }
  } finally {
    await client.close()
  }
}

/** How far a run came. */
interface Outcome {
  readonly contracts: readonly Contract[]
  readonly replay: ReplayResult | undefined
  /** Why the provider could not be judged, or not to the end. */
  readonly obstacle: string | undefined
  readonly sequences?: SequencesOutcome
}

async function playAll(
  run: Run,
  client: ProviderClient,
  profile: Profile | undefined,
  hook: StateHook | undefined,
  options: VerifyOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const names = {
    ...(options.consumer ? { consumer: options.consumer } : {}),
    ...(options.provider ? { provider: options.provider } : {}),
  }
  const document = await deriveContract({ kind: 'document', ...names })
  const contracts = profile
    ? [document, await deriveContract({ kind: 'mock', profile, ...names })]
    : [document]
  try {
    if (options.path !== undefined) {
      await run.look()
      return { contracts, replay: undefined, obstacle: undefined }
    }
    if (options.readOnly) {
      await playReadOnly(run, client.send)
      return { contracts, replay: undefined, obstacle: undefined }
    }
    await run.begin()
  } catch (error) {
    run.noteBrokenReply(error)
    return { contracts, replay: undefined, obstacle: obstacleOf(error, signal) }
  }
  const total = contracts.reduce((sum, { interactions }) => sum + interactions.length, 0)
  let done = 0
  const replay = await replayContracts({
    contracts,
    upstream: client,
    timeout: replayLimit,
    signal,
    onSetUp: (act) => (hook ? hook.setUp(act.interaction, run.bench.stage) : run.onSetUp(act)),
    async afterInteraction(act) {
      await run.afterInteraction(act).finally(() => hook?.tearDown(run.bench.stage))
      options.onProgress?.({ done: ++done, total, key: act.interaction.key })
    },
  })
  const failures = [
    ...replay.acts.map(({ unanswered }) => unanswered),
    ...replay.troubles.map(({ error }) => error),
  ]
  for (const failure of failures) run.noteBrokenReply(failure)
  const unreachable = failures.find((failure) => failure instanceof ProviderUnreachable)
  return { contracts, replay, obstacle: replay.stopped ?? unreachable?.message ?? run.lost }
}

function obstacleIn({ obstacle }: SequencesOutcome): Partial<Pick<Outcome, 'obstacle'>> {
  return obstacle === undefined ? {} : { obstacle }
}

/** The interactions that nobody saw, each with the reason; other ones may have shown the same clause. */
function notPlayed({ replay }: Outcome): string[] {
  return (replay?.acts ?? []).flatMap(({ contract, interaction, setUpFailure }) =>
    setUpFailure === undefined
      ? []
      : [
          `${interaction.key} (${contract}) was not played, as its state could not be set up: ${setUpFailure}.`,
        ],
  )
}

/** What the run found out, as results. */
function judgement(
  run: Run,
  profile: Profile | undefined,
  { contracts, replay, obstacle, sequences }: Outcome,
  client: ProviderClient,
) {
  const { bench } = run
  const native = (replay?.native ?? []).map((each) => ({
    ...each,
    messages: each.messages.map(client.redact),
  }))
  // Once the provider is lost, nothing more is judged: what Pact says of the rest has not been looked into.
  const extra =
    obstacle === undefined ? unexplained(native, replay?.acts ?? [], bench.findings, bench.excused) : []
  const isVersioned = new URL(client.url).pathname.endsWith('/v1')
  const findings = [...bench.findings, ...extra, ...(isVersioned ? [] : [versionFinding(client.url)])].map(
    (finding) => repeatable(finding, client),
  )
  const reasons = new Map<ClauseId, string>()
  for (const { interaction, setUpFailure } of replay?.acts ?? []) {
    const reason = setUpFailure ?? bench.excused.get(interaction.key)
    if (reason !== undefined)
      for (const clause of interaction.clauses) reasons.set(clause, `${interaction.key}: ${reason}.`)
  }
  const clauses = composeClauses({
    judged: new Set([...bench.judged, 'version.path']),
    findings,
    reasons,
    ...(sequences ? { sequences } : {}),
  })
  const read = composeChoices(run.sightings, profile, contracts)
  const choices = profile ? withDifferences(read, sequences?.differences ?? []) : read
  return {
    ...verdictOf(clauses, choices, obstacle),
    clauses,
    choices,
    interactions: native,
    ...(sequences ? { sequences: sequences.result } : {}),
    ...(obstacle === undefined ? {} : { obstacle }),
  }
}

function stateHookOf({ stateUrl, ...options }: VerifyOptions): StateHook | undefined {
  return stateUrl === undefined ? undefined : createStateHook({ ...options, stateUrl })
}

async function removeAll(ledger: Ledger, client: ProviderClient): Promise<readonly Leftover[]> {
  const { leftovers } = await cleanUp(ledger, client)
  await ledger.close()
  return leftovers
}
