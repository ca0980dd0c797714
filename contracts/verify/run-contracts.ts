import type { Profile } from '../../handlers/choices/profile.ts'
import { defined } from '../../handlers/model/defined.ts'
import { basicExamples } from '../document/examples.ts'
import { operationsFor } from '../document/states.ts'
import { deriveContract } from '../pact/derive.ts'
import type { Contract, Interaction } from '../pact/interaction.ts'
import type { InteractionHooks, InteractionRun } from '../pact/replay/interaction-queue.ts'
import { startVerifier, type VerifierProcess } from '../pact/replay/verifier-process.ts'
import {
  type ConcurrentReplay,
  type ReplayOptions,
  type ReplayResult,
  replayContracts,
} from '../pact/replay.ts'
import { beginRun, lookFirst } from '../run/begin-run.ts'
import { ConcurrentInteractions } from '../run/concurrent-interactions.ts'
import type { ProviderSession } from '../run/provider-session.ts'
import { runReadOnly } from '../run/read-only.ts'
import { checkReadsAlone } from '../run/reads-alone.ts'
import { ProviderUnreachable } from '../session/client/provider-unreachable.ts'
import { endOf } from '../session/early-end.ts'
import { failureReasonOf, ignoreFailure, isProviderFailure } from '../session/failure-reason-of.ts'
import type { Only } from './only.ts'
import type { LeftOut, VerifyOptions } from './verify-options.ts'

const replayLimit = 30 * 60_000

export interface ContractTerms {
  /** Undefined where everything is run. */
  readonly only: Only | undefined
  /** Undefined where only the document counts. */
  readonly profile: Profile | undefined
  readonly options: VerifyOptions
}

export interface ContractsOutcome {
  readonly contracts: readonly Contract[]
  readonly replay: ReplayResult | undefined
  /** Why the provider could not be judged completely. */
  readonly failureReason: string | undefined
}

/** Runs the contracts at a provider, as far as the options say; the run keeps the observations. */
export async function runContracts(
  session: ProviderSession,
  terms: ContractTerms,
): Promise<ContractsOutcome> {
  const { profile, only, options } = terms
  const { run, client } = session
  const names = defined({ consumer: options.consumer, provider: options.provider })
  const document = await deriveContract({ kind: 'document', ...names })
  const contracts = profile
    ? [document, await deriveContract({ kind: 'mock', profile, ...names })]
    : [document]
  const isSequence = only !== undefined && 'path' in only
  if (isSequence || options.readOnly) {
    const reading = () => (isSequence ? lookFirst(run) : runReadOnly(run, client.send))
    return { contracts, replay: undefined, failureReason: await failureIn(session, reading) }
  }
  using verifier = startVerifier(session.signal)
  const failureReason = await failureIn(session, async () => {
    await beginRun(run, { deletes: !options.without?.includes('delete') })
    await failFast(session, options)
  })
  if (failureReason !== undefined) return { contracts, replay: undefined, failureReason }
  const key = only && 'example' in only ? only.example : undefined
  const used = contracts.map((contract) => leaveOut(contract, options.without ?? [], key))
  return { contracts, ...(await replayAll(session, terms, used, verifier)) }
}

/** Why a part of a run failed, in a sentence; undefined where it did not. */
async function failureIn(session: ProviderSession, work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    session.run.noteBrokenReply(error)
    return failureReasonOf(error, session)
  }
}

/**
 * The contract without the interactions that need a left-out operation.
 * @param only the key of the only interaction to keep. Default all.
 */
export function leaveOut(contract: Contract, without: readonly LeftOut[], only?: string): Contract {
  const isLeftOut = ({ request, states }: Interaction) =>
    [...(needsOf[request.method] ?? []), ...states.flatMap((state) => operationsFor[state] ?? [])].some(
      (operation) => without.includes(operation),
    )
  const isWanted = (each: Interaction) => !isLeftOut(each) && (only === undefined || each.key === only)
  return { ...contract, interactions: contract.interactions.filter(isWanted) }
}

/** The operation of a request, by method. */
const needsOf: Readonly<Record<string, readonly LeftOut[]>> = { PUT: ['replace'], DELETE: ['delete'] }

/** Ends a run that found a broken clause, where the options ask for it. */
async function failFast(
  { run, concurrency, ending, signal }: ProviderSession,
  { failFast = false }: VerifyOptions,
): Promise<void> {
  if (!failFast || run.context.findings.length === 0) return
  // Concurrent workers may still write.
  if (concurrency.limit === 1) await checkReadsAlone(run).catch(ignoreFailure(signal))
  ending.stop('The run ended at the first broken clause (--fail-fast).')
}

async function replayAll(
  session: ProviderSession,
  { options }: ContractTerms,
  contracts: readonly Contract[],
  verifier: VerifierProcess,
): Promise<Pick<ContractsOutcome, 'replay' | 'failureReason'>> {
  const { run, client, concurrency, signal } = session
  // Examples of both contracts run once.
  const total = new Set(contracts.flatMap(({ interactions }) => interactions.map(({ key }) => key))).size
  let done = 0
  let internal: { readonly error: unknown } | undefined
  // Pact would report it as a failure of the provider.
  const noteInternal = (error: unknown) => {
    if (!isProviderFailure(error) && !signal.aborted) internal ??= { error }
    throw error
  }
  const hooksOf = (hooks: InteractionHooks): InteractionHooks => {
    const finish = async (interactionRun: InteractionRun) => {
      await hooks.afterInteraction(interactionRun)
      options.onProgress?.({ done: ++done, total, key: interactionRun.interaction.key })
      await failFast(session, options)
    }
    return {
      onSetUp: (interactionRun) => hooks.onSetUp(interactionRun).catch(noteInternal),
      afterInteraction: (interactionRun) => finish(interactionRun).catch(noteInternal),
    }
  }
  const interactions = new ConcurrentInteractions({ run, send: client.send, signal })
  let closing: ProviderUnreachable | undefined
  const concurrent: ConcurrentReplay = {
    open: async () => (await interactions.open()).map(hooksOf),
    async close() {
      if (signal.aborted || run.lost || internal) return false
      await interactions.close().catch((error) => {
        if (error instanceof ProviderUnreachable) closing = error
        else if (!run.lost && !signal.aborted) throw error
      })
      return !closing && !run.lost && !signal.aborted
    },
  }
  const isConcurrent = concurrency.limit > 1
  const replay = await replayContracts({
    ...(isConcurrent ? { concurrent } : {}),
    phaseOf: phaseIn(isConcurrent ? interactions : undefined),
    contracts,
    verifier,
    target: client,
    timeout: replayLimit,
    signal,
    ...hooksOf({
      onSetUp: (interactionRun) => run.onSetUp(interactionRun),
      afterInteraction: (interactionRun) => run.afterInteraction(interactionRun),
    }),
  })
  if (internal) throw internal.error
  if (!signal.aborted && !run.lost) await checkReadsAlone(run).catch(ignoreFailure(signal))
  const failures = [
    closing,
    ...replay.interactionRuns.map(({ unanswered }) => unanswered),
    ...replay.hookErrors.map(({ error }) => error),
  ]
  for (const failure of failures) run.noteBrokenReply(failure)
  const unreachable = failures.find((failure) => failure instanceof ProviderUnreachable)
  const notToEnd = (why: string | undefined) => why && `Failed to complete the contracts: ${why}.`
  return {
    replay,
    failureReason: signal.aborted
      ? endOf(signal)
      : (notToEnd(replay.stopped) ??
        unreachable?.message ??
        (run.lost ? failureReasonOf(run.lost, { client, signal }) : notToEnd(unsent(replay)))),
  }
}

/** The basic examples come first: a run may end early, and the finding of an ordinary request says most. */
function phaseIn(concurrent: ConcurrentInteractions | undefined): NonNullable<ReplayOptions['phaseOf']> {
  return (interaction) => {
    if (basicExamples.has(interaction.key)) return 'before'
    return concurrent && !concurrent.isAlone(interaction) ? 'together' : 'after'
  }
}

/** Why Pact did not send some requests. */
export function unsent({
  interactionRuns,
  native,
}: Pick<ReplayResult, 'interactionRuns' | 'native'>): string | undefined {
  const missing = interactionRuns.filter(
    ({ exchange, setUpFailure, unanswered }) => !exchange && setUpFailure === undefined && !unanswered,
  )
  const [first] = missing
  if (!first) return undefined
  const said = native.find(({ key }) => key === first.interaction.key)?.messages[0] ?? 'no reason given'
  return `Pact did not send ${missing.length} of ${interactionRuns.length} requests (${first.interaction.key}: ${said})`
}
