import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Target } from '../session/target.ts'
import { fillRequest } from './derive.ts'
import type { Contract } from './interaction.ts'
import { pactFileName, pactFileText, pactInteractions } from './pact-file.ts'
import {
  type InteractionHooks,
  InteractionQueue,
  type InteractionRun,
  type Trouble,
} from './replay/interaction-queue.ts'
import type { NativeResult } from './replay/native-verdicts.ts'
import { isForPact, type NativeVerdicts, nativeResult, readVerdicts } from './replay/native-verdicts.ts'
import { type ReplayServer, startReplayServer } from './replay/server.ts'
import { tap } from './replay/tap.ts'
import { reasonOf, runVerifier, type VerifyOrder, type VerifyRequest } from './replay/verifier-process.ts'

/** What {@link replayContracts} takes. */
export interface ReplayOptions extends InteractionHooks {
  /** At most one of each kind. */
  readonly contracts: readonly Contract[]
  readonly target: Target
  /** How long the whole replay may take, in milliseconds. */
  readonly timeout: number
  /** Ends the replay early; what was found until then is the result. */
  readonly signal: AbortSignal
}

/** What came of a replay. */
export interface ReplayResult {
  /** Pact's verdict on every interaction that a Pact file can hold; `error` where it gave none. */
  readonly native: readonly NativeResult[]
  /** Every interaction with what was sent and came back, those outside Pact included. */
  readonly interactionRuns: readonly InteractionRun[]
  readonly troubles: readonly Trouble[]
  /** Why the replay is not complete. */
  readonly stopped?: string
}

/**
 * Replays contracts on a provider: Pact's own verifier sends the requests and judges the replies, through a tap that
 * notes both; the interactions that Pact cannot say follow. Never rejects for what a provider does.
 *
 * @example
 * const { native, interactionRuns } = await replayContracts({ contracts: [contract], target, timeout: 60_000, signal, ...hooks })
 */
export async function replayContracts(options: ReplayOptions): Promise<ReplayResult> {
  const { contracts, target, timeout } = options
  const interactionRuns = contracts.flatMap(({ kind, interactions }) =>
    interactions.map((interaction): InteractionRun => ({ contract: kind, interaction })),
  )
  if (interactionRuns.length === 0)
    return { native: [], interactionRuns, troubles: [], stopped: 'the contracts hold no interaction' }
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`it was not over after ${timeout} ms`)), timeout)
  const signal = AbortSignal.any([options.signal, limit.signal])
  const queue = new InteractionQueue(interactionRuns, options)
  try {
    const { verdicts, failure } = await playWithPact(queue, options, signal)
    if (failure === undefined) await playOutsidePact(queue, target, signal)
    const stopped = failure ?? (signal.aborted ? reasonOf(signal) : undefined)
    const native = interactionRuns
      .filter(isForPact)
      .map((interactionRun) => nativeResult(interactionRun, { verdicts, failure: stopped }))
    return {
      native,
      interactionRuns,
      troubles: queue.troubles,
      ...(stopped === undefined ? {} : { stopped }),
    }
  } finally {
    clearTimeout(timer)
  }
}

async function playWithPact(
  queue: InteractionQueue,
  { contracts, target, timeout }: ReplayOptions,
  signal: AbortSignal,
): Promise<NativeVerdicts> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-'))
  const server = await startReplayServer(queue, target, signal)
  try {
    const played = contracts.filter((contract) => pactInteractions(contract).length > 0)
    const answer = await runVerifier(() => writeOrders(played, folder, server, timeout), signal)
    if (queue.current && !signal.aborted) await queue.end(queue.current)
    return readVerdicts(
      played.map(({ kind }) => kind),
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
  timeout: number,
): Promise<VerifyRequest> {
  const orders: VerifyOrder[] = []
  for (const contract of contracts) {
    const file = join(folder, pactFileName(contract))
    await writeFile(file, await pactFileText(contract))
    const { kind } = contract
    orders.push({ file, providerUrl: server.providerUrl(kind), stateUrl: server.stateUrl(kind) })
  }
  return { orders, timeout }
}

/** Plays what Pact cannot say, in the same way: set up, sent through the tap, judged. */
async function playOutsidePact(queue: InteractionQueue, target: Target, signal: AbortSignal): Promise<void> {
  for (const interactionRun of queue.all) {
    if (isForPact(interactionRun) || signal.aborted) continue
    await queue.begin(interactionRun)
    if (!interactionRun.values) continue
    const { body, ...request } = fillRequest(interactionRun.interaction, interactionRun.values)
    await tap(
      interactionRun,
      { ...request, body: body === undefined ? body : Buffer.from(body) },
      target,
      signal,
    )
    if (!signal.aborted) await queue.end(interactionRun)
  }
}
