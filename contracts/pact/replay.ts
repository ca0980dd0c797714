import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defined } from '../../handlers/model/defined.ts'
import { usualHeaders } from '../session/client.ts'
import type { Target } from '../session/target.ts'
import { fillRequest } from './derive.ts'
import type { Contract, Interaction } from './interaction.ts'
import { isForPact } from './outside-pact.ts'
import { pactFileName, pactFileText, pactInteractions } from './pact-file.ts'
import {
  type HookError,
  type InteractionHooks,
  InteractionQueue,
  type InteractionRun,
} from './replay/interaction-queue.ts'
import { type NativeResult, nativeResult } from './replay/native-report.ts'
import { type ReplayServer, startReplayServer } from './replay/server.ts'
import { tap } from './replay/tap.ts'
import {
  reasonOf,
  type VerifierAnswer,
  type VerifierProcess,
  type VerifyOrder,
} from './replay/verifier-process.ts'

export interface ReplayOptions extends InteractionHooks {
  /** At most one of each kind. */
  readonly contracts: readonly Contract[]
  readonly target: Target
  /** The limit of the whole replay, in milliseconds. */
  readonly timeout: number
  /** Ends the replay early, with the result so far. */
  readonly signal: AbortSignal
  /** It ends with the replay's time. */
  readonly verifier: VerifierProcess
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
 */
export async function replayContracts(options: ReplayOptions): Promise<ReplayResult> {
  const { contracts, target, timeout, verifier, concurrent, phaseOf = () => 'before' } = options
  const interactionRuns = contracts.flatMap(({ kind, interactions }) =>
    interactions.map((interaction): InteractionRun => ({ contract: kind, interaction })),
  )
  if (interactionRuns.length === 0)
    return { native: [], interactionRuns, hookErrors: [], stopped: 'the contracts have no interactions' }
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`it took longer than ${timeout} ms`)), timeout)
  limit.signal.addEventListener('abort', () => verifier[Symbol.dispose]())
  const signal = AbortSignal.any([options.signal, limit.signal])
  const {
    before = [],
    together = [],
    after = [],
  } = Object.groupBy(interactionRuns, ({ interaction }) => phaseOf(interaction))
  const queues: InteractionQueue[] = []
  const answers: VerifierAnswer[] = []
  /** Runs interactions in sequence. Returns whether Pact could. */
  const runInTurn = async (all: readonly InteractionRun[], hooks: InteractionHooks): Promise<boolean> => {
    const queue = new InteractionQueue(all, hooks)
    queues.push(queue)
    const answer = await runWithPact(queue, options, signal)
    answers.push(answer)
    if (answer.failure !== undefined) return false
    await runOutsidePact(queue, target, signal)
    return true
  }
  /** Runs interactions concurrently. Returns whether the replay can continue. */
  const runTogether = async (all: readonly InteractionRun[], workers: ConcurrentReplay) => {
    const { pact = [], others = [] } = Object.groupBy(all, ({ interaction }) =>
      isForPact(interaction) ? 'pact' : 'others',
    )
    const shares = distributed(pact, await workers.open())
    // Interactions that Pact cannot send go to the next free worker.
    const outside = Map.groupBy(others, ({ interaction }) => interaction.key).values()
    const runWorker = async ({ hooks, share }: WorkerShare) => {
      if (await runInTurn(share, hooks)) for (const alike of outside) await runInTurn(alike, hooks)
    }
    await Promise.all(shares.map(runWorker))
    return (await workers.close()) && answers.every(({ failure }) => failure === undefined)
  }
  try {
    let canContinue = (await runInTurn(before, options)) && !signal.aborted
    if (concurrent && canContinue && together.length > 0)
      canContinue = await runTogether(together, concurrent)
    if (canContinue && after.length > 0) await runInTurn(after, options)
  } finally {
    clearTimeout(timer)
  }
  const failure = answers.find((each) => each.failure !== undefined)?.failure
  const stopped = limit.signal.aborted
    ? reasonOf(limit.signal)
    : (failure ?? (signal.aborted ? reasonOf(signal) : undefined))
  const verdicts = answers.flatMap((answer) => answer.verdicts)
  return {
    native: interactionRuns
      .filter(({ interaction }) => isForPact(interaction))
      .map((interactionRun) => nativeResult(interactionRun, verdicts, stopped)),
    interactionRuns,
    hookErrors: queues.flatMap(({ hookErrors }) => hookErrors),
    ...defined({ stopped }),
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

interface WorkerShare {
  readonly hooks: InteractionHooks
  readonly share: readonly InteractionRun[]
}

/** Distributes interactions to the workers, the most expensive first; those of one key to the same. */
function distributed(all: readonly InteractionRun[], hooks: readonly InteractionHooks[]): WorkerShare[] {
  const workers = hooks.map((each) => ({ hooks: each, keys: new Set<string>(), cost: 0 }))
  const costOf = ({ interaction: { request, states } }: InteractionRun) =>
    [request.method, ...states].reduce((sum, each) => sum + (costs[each] ?? 0), 0)
  for (const each of all.toSorted((one, other) => costOf(other) - costOf(one))) {
    const { key } = each.interaction
    if (workers.some(({ keys }) => keys.has(key))) continue
    const least = workers.reduce((one, other) => (other.cost < one.cost ? other : one))
    least.keys.add(key)
    least.cost += costOf(each)
  }
  return workers.map(({ hooks, keys }) => ({
    hooks,
    share: all.filter(({ interaction }) => keys.has(interaction.key)),
  }))
}

async function runWithPact(
  queue: InteractionQueue,
  { contracts, target, timeout, verifier }: ReplayOptions,
  signal: AbortSignal,
): Promise<VerifierAnswer> {
  const inPact = contracts
    .map((contract): Contract => {
      const own = queue.all.filter((each) => each.contract === contract.kind)
      return { ...contract, interactions: own.map(({ interaction }) => interaction) }
    })
    .filter((contract) => pactInteractions(contract).length > 0)
  if (inPact.length === 0) return { verdicts: [] }
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-'))
  const server = await startReplayServer(queue, target, signal)
  try {
    const answer = await verifier.verify(await writeOrders(inPact, folder, server), timeout)
    if (queue.current && !signal.aborted) await queue.end(queue.current)
    return answer
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
    orders.push({
      contract: kind,
      file,
      providerUrl: server.providerUrl(kind),
      stateUrl: server.stateUrl(kind),
    })
  }
  return orders
}

/** Runs the interactions that Pact cannot send in the same way. */
async function runOutsidePact(queue: InteractionQueue, target: Target, signal: AbortSignal): Promise<void> {
  for (const interactionRun of queue.all) {
    if (isForPact(interactionRun.interaction) || signal.aborted) continue
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
