import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usualHeaders } from '../session/client.ts'
import type { Target } from '../session/target.ts'
import { fillRequest } from './derive.ts'
import type { Contract, ContractKind, Interaction } from './interaction.ts'
import { pactFileName, pactFileText, pactInteractions } from './pact-file.ts'
import {
  type HookError,
  type InteractionHooks,
  InteractionQueue,
  type InteractionRun,
} from './replay/interaction-queue.ts'
import type { NativeVerdict } from './replay/native-report.ts'
import type { NativeResult } from './replay/native-verdicts.ts'
import { isForPact, type NativeVerdicts, nativeResult, readVerdicts } from './replay/native-verdicts.ts'
import { type ReplayServer, startReplayServer } from './replay/server.ts'
import { tap } from './replay/tap.ts'
import { reasonOf, startVerifier, type VerifierProcess, type VerifyOrder } from './replay/verifier-process.ts'

export interface ReplayOptions extends InteractionHooks {
  /** At most one of each kind. */
  readonly contracts: readonly Contract[]
  readonly target: Target
  /** The limit of the whole replay, in milliseconds. */
  readonly timeout: number
  /** Ends the replay early, with the result so far. */
  readonly signal: AbortSignal
  /** Pact's verifier, started before to save time. Default a new one. */
  readonly verifier?: VerifierProcess
  /**
   * When an interaction runs: in sequence at first, together with others, or in sequence at the end. Pact orders those
   * of one phase. Default at first.
   */
  readonly phaseOf?: (interaction: Interaction) => 'before' | 'together' | 'after'
  /** Runs interactions concurrently; needed where some run together. */
  readonly concurrent?: ConcurrentReplay
}

export interface ConcurrentReplay {
  /** Starts workers, and returns the hooks of each. */
  open(): Promise<readonly InteractionHooks[]>
  /** Stops the workers. @returns whether the replay can continue. */
  close(): Promise<boolean>
}

export interface ReplayResult {
  /** Pact's verdict on every interaction that it can send; `error` where there is none. */
  readonly native: readonly NativeResult[]
  /** Every interaction with its exchange. */
  readonly interactionRuns: readonly InteractionRun[]
  readonly hookErrors: readonly HookError[]
  /** Why the replay is not complete. */
  readonly stopped?: string
}

/**
 * Replays contracts at a provider: Pact's verifier sends the requests through our server and judges the replies;
 * interactions that Pact cannot send follow. Never rejects for a provider's failure.
 *
 * @example
 * const { native, interactionRuns } = await replayContracts({ contracts: [contract], target, timeout: 60_000, signal, ...hooks })
 */
export async function replayContracts(options: ReplayOptions): Promise<ReplayResult> {
  const { contracts, timeout } = options
  const interactionRuns = contracts.flatMap(({ kind, interactions }) =>
    interactions.map((interaction): InteractionRun => ({ contract: kind, interaction })),
  )
  if (interactionRuns.length === 0)
    return { native: [], interactionRuns, hookErrors: [], stopped: 'the contracts have no interactions' }
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`it took longer than ${timeout} ms`)), timeout)
  const signal = AbortSignal.any([options.signal, limit.signal])
  const { concurrent, phaseOf = () => 'before' } = options
  const phases = Map.groupBy(interactionRuns, ({ interaction }) => phaseOf(interaction))
  const { before = [], together = [], after = [] } = Object.fromEntries(phases)
  const queues: InteractionQueue[] = []
  const said: NativeVerdicts[] = []
  try {
    using own = options.verifier ? undefined : startVerifier(signal)
    const verifier = options.verifier ?? (own as VerifierProcess)
    limit.signal.addEventListener('abort', () => verifier[Symbol.dispose]())
    const runAlone = async (all: readonly InteractionRun[]) => {
      const queue = new InteractionQueue(all, options)
      queues.push(queue)
      const verdicts = await runQueue(queue, options, verifier, signal)
      said.push(verdicts)
      return verdicts.failure === undefined && !signal.aborted
    }
    let canContinue = await runAlone(before)
    if (concurrent && canContinue && together.length > 0) {
      const shares = distributed(together.filter(isForPact), await concurrent.open())
      // Interactions that Pact cannot send go to the next free worker.
      const outside = Map.groupBy(
        together.filter((each) => !isForPact(each)),
        ({ interaction }) => interaction.key,
      ).values()
      const runWorker = async (share: InteractionQueue) => {
        queues.push(share)
        const verdicts = await runQueue(share, options, verifier, signal)
        said.push(verdicts)
        for (const all of verdicts.failure === undefined ? outside : []) {
          const queue = new InteractionQueue(all, share.hooks)
          queues.push(queue)
          await runOutsidePact(queue, options.target, signal)
        }
      }
      await Promise.all(shares.map(runWorker))
      canContinue = (await concurrent.close()) && said.every((each) => each.failure === undefined)
    }
    if (canContinue && after.length > 0) await runAlone(after)
    const failure = said.find((each) => each.failure !== undefined)?.failure
    const stopped = limit.signal.aborted
      ? reasonOf(limit.signal)
      : (failure ?? (signal.aborted ? reasonOf(signal) : undefined))
    const verdicts = new Map(contracts.map(({ kind }) => [kind, allVerdicts(said, kind)]))
    const native = interactionRuns
      .filter(isForPact)
      .map((interactionRun) => nativeResult(interactionRun, { verdicts, failure: stopped }))
    return {
      native,
      interactionRuns,
      hookErrors: queues.flatMap(({ hookErrors }) => hookErrors),
      ...(stopped === undefined ? {} : { stopped }),
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The approximate requests of an interaction, by its method and its states. */
const costs: Readonly<Record<string, number>> = {
  POST: 3,
  GET: 3,
  PUT: 6,
  DELETE: 7,
  'a post with doubles exists': 9,
  'a post with the title exists': 3,
  'a post was deleted': 4,
  'no post has the id': 4,
}

/** Distributes interactions to the workers, the most expensive first; those of one key to the same. */
function distributed(all: readonly InteractionRun[], hooks: readonly InteractionHooks[]): InteractionQueue[] {
  const shares = hooks.map((each) => ({ hooks: each, keys: new Set<string>(), cost: 0 }))
  const costOf = ({ interaction: { request, states } }: InteractionRun) =>
    [request.method, ...states].reduce((sum, each) => sum + (costs[each] ?? 0), 0)
  for (const each of all.toSorted((one, other) => costOf(other) - costOf(one))) {
    const { key } = each.interaction
    if (shares.some(({ keys }) => keys.has(key))) continue
    const least = shares.reduce((one, other) => (other.cost < one.cost ? other : one))
    least.keys.add(key)
    least.cost += costOf(each)
  }
  return shares.map(
    (share) =>
      new InteractionQueue(
        all.filter(({ interaction }) => share.keys.has(interaction.key)),
        share.hooks,
      ),
  )
}

function allVerdicts(
  said: readonly NativeVerdicts[],
  kind: ContractKind,
): ReadonlyMap<string, NativeVerdict> {
  return new Map(said.flatMap(({ verdicts }) => [...(verdicts.get(kind) ?? [])]))
}

async function runQueue(
  queue: InteractionQueue,
  options: ReplayOptions,
  verifier: VerifierProcess,
  signal: AbortSignal,
): Promise<NativeVerdicts> {
  const said = await runWithPact(queue, options, verifier, signal)
  if (said.failure === undefined) await runOutsidePact(queue, options.target, signal)
  return said
}

async function runWithPact(
  queue: InteractionQueue,
  { contracts, target, timeout }: ReplayOptions,
  verifier: VerifierProcess,
  signal: AbortSignal,
): Promise<NativeVerdicts> {
  const inPact = contracts
    .map(({ interactions: _all, ...contract }): Contract => {
      const own = queue.all.filter((each) => each.contract === contract.kind)
      return { ...contract, interactions: own.map(({ interaction }) => interaction) }
    })
    .filter((contract) => pactInteractions(contract).length > 0)
  if (inPact.length === 0) return { verdicts: new Map(), failure: undefined }
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-'))
  const server = await startReplayServer(queue, target, signal)
  try {
    const answer = await verifier.verify(await writeOrders(inPact, folder, server), timeout)
    if (queue.current && !signal.aborted) await queue.end(queue.current)
    return readVerdicts(
      inPact.map(({ kind }) => kind),
      answer,
    )
  } finally {
    await queue.settle()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeOrders(
  contracts: readonly Contract[],
  folder: string,
  server: ReplayServer,
): Promise<VerifyOrder[]> {
  const orders: VerifyOrder[] = []
  for (const contract of contracts) {
    const file = join(folder, pactFileName(contract))
    await writeFile(file, await pactFileText(contract))
    const { kind } = contract
    orders.push({ file, providerUrl: server.providerUrl(kind), stateUrl: server.stateUrl(kind) })
  }
  return orders
}

/** Runs the interactions that Pact cannot send in the same way. */
async function runOutsidePact(queue: InteractionQueue, target: Target, signal: AbortSignal): Promise<void> {
  for (const interactionRun of queue.all) {
    if (isForPact(interactionRun) || signal.aborted) continue
    await queue.begin(interactionRun)
    if (!interactionRun.values) continue
    const { body, ...request } = fillRequest(interactionRun.interaction, interactionRun.values)
    await tap(
      interactionRun,
      {
        ...request,
        headers: { ...usualHeaders, ...request.headers },
        body: body === undefined ? body : Buffer.from(body),
      },
      target,
      signal,
    )
    if (!signal.aborted) await queue.end(interactionRun)
  }
}
