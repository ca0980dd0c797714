import type { Profile } from '../../handlers/choices/profile.ts'
import { operationsFor } from '../document/states.ts'
import { deriveContract } from '../pact/derive.ts'
import type { Contract, Interaction } from '../pact/interaction.ts'
import { type ReplayResult, replayContracts } from '../pact/replay.ts'
import { playReadOnly } from '../run/read-only.ts'
import type { Visit } from '../run/visit.ts'
import { ProviderUnreachable } from '../session/client/provider-unreachable.ts'
import { obstacleOf, stopped } from '../session/obstacle-of.ts'
import type { StateHook } from './state-hook.ts'
import type { LeftOut, VerifyOptions } from './verify-options.ts'

const replayLimit = 30 * 60_000

/** What contracts are played with. */
export interface PlayTerms {
  /** Undefined where the document alone judges. */
  readonly profile: Profile | undefined
  /** Sets provider states up, where the provider has a hook for it. */
  readonly hook: StateHook | undefined
  readonly options: VerifyOptions
}

/** How far the contracts came. */
export interface ContractsOutcome {
  readonly contracts: readonly Contract[]
  readonly replay: ReplayResult | undefined
  /** Why the provider could not be judged, or not to the end. */
  readonly obstacle: string | undefined
}

/** Plays the contracts at the provider of a run, or as much of them as the options ask for; the run keeps what it saw. */
export async function playContracts(visit: Visit, terms: PlayTerms): Promise<ContractsOutcome> {
  const { profile, options } = terms
  const { run, client } = visit
  const names = {
    ...(options.consumer ? { consumer: options.consumer } : {}),
    ...(options.provider ? { provider: options.provider } : {}),
  }
  const document = await deriveContract({ kind: 'document', ...names })
  const contracts = profile
    ? [document, await deriveContract({ kind: 'mock', profile, ...names })]
    : [document]
  const nothing = { contracts, replay: undefined, obstacle: undefined }
  try {
    if (options.path !== undefined) {
      await run.look()
      return nothing
    }
    if (options.readOnly) {
      await playReadOnly(run, client.send)
      return nothing
    }
    await run.begin({ deletes: !options.without?.includes('delete') })
  } catch (error) {
    run.noteBrokenReply(error)
    return { ...nothing, obstacle: obstacleOf(error, visit) }
  }
  const played = contracts.map((contract) => leaveOut(contract, options.without ?? []))
  return { contracts, ...(await replayAll(visit, terms, played)) }
}

/** The contract without the interactions that take an operation which is left out. */
function leaveOut(contract: Contract, without: readonly LeftOut[]): Contract {
  const isLeftOut = ({ request, states }: Interaction) =>
    [...(needsOf[request.method] ?? []), ...states.flatMap((state) => operationsFor[state] ?? [])].some(
      (operation) => without.includes(operation),
    )
  return { ...contract, interactions: contract.interactions.filter((each) => !isLeftOut(each)) }
}

/** The operations that a request takes, by its method. */
const needsOf: Readonly<Record<string, readonly LeftOut[]>> = { PUT: ['replace'], DELETE: ['delete'] }

async function replayAll(
  { run, client, signal }: Visit,
  { hook, options }: PlayTerms,
  contracts: readonly Contract[],
): Promise<Pick<ContractsOutcome, 'replay' | 'obstacle'>> {
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
  const ended = replay.stopped && `Failed to play the contracts to their end: ${replay.stopped}.`
  return {
    replay,
    obstacle: signal.aborted
      ? stopped
      : (ended ?? unreachable?.message ?? (run.lost && obstacleOf(run.lost, { client, signal }))),
  }
}
