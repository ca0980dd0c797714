import * as v from 'valibot'
import { type OperationName, operationNames } from '../endpoints.ts'
import { UnderstudyError } from '../model/errors.ts'
import { isObject } from '../model/json.ts'
import { randomFrom } from '../model/random.ts'
import { abortable, type Timers } from '../model/timers.ts'

/**
 * How a request fails: with a status (with the given body and headers, or the profile's error body), without a reply
 * (`network-error`), with a reply that never comes (`timeout`), without a reply after the operation was done (`reply-lost`),
 * with an incomplete body (`truncated`), or with a body that is not JSON (`malformed`).
 */
export type Fault = StatusFault | 'network-error' | 'timeout' | 'reply-lost' | 'truncated' | 'malformed'

export interface StatusFault {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** The exact text of the body. */
  readonly body?: string
}

/** An operation, or all requests. */
export type FaultOperation = OperationName | 'any'

/** Milliseconds: a fixed number, or a range from which the mock's seed draws a number for each request. */
export type Latency = number | { readonly min: number; readonly max: number }

/** All settings of faults, as plain data. */
export interface FaultSettings {
  readonly offline: boolean
  readonly latency: Partial<Record<FaultOperation, Latency>>
  readonly next: readonly { readonly operation: FaultOperation; readonly fault: Fault }[]
  readonly rate: Partial<Record<FaultOperation, { readonly share: number; readonly fault: Fault }>>
}

export const noFaults: FaultSettings = { offline: false, latency: {}, next: [], rate: {} }

/** The faults and latencies of a world. */
export class Faults {
  #settings = noFaults
  #random: () => number
  readonly #seed: number
  readonly #timers: Timers
  readonly #delayed = new Set<() => void>()
  readonly #hanging = new Set<() => void>()
  readonly #changed: () => void

  /** @param changed called after every change of the settings, also after a request used one of the next faults. */
  constructor(seed: number, timers: Timers, changed: () => void) {
    this.#changed = changed
    this.#seed = seed
    this.#timers = timers
    this.#random = randomFrom(seed, 'faults')
  }

  /**
   * Delays replies.
   * @param latency milliseconds, or a range of them; 0 ends it.
   * @param operation one operation; default all. The latency of an operation overrides that of all.
   * @throws UnderstudyError `OPTION_INVALID`
   * @example mock.faults.latency({ min: 50, max: 200 })
   */
  latency(latency: Latency, operation: FaultOperation = 'any'): void {
    this.settings = { ...this.#settings, latency: { ...this.#settings.latency, [operation]: latency } }
  }

  /**
   * Makes the next requests fail; further calls are queued. A test that ends before they are used prints a warning.
   * @param times how many requests, from 1 to 10,000; default 1.
   * @throws UnderstudyError `OPTION_INVALID`
   * @example mock.faults.next('create', { status: 503 })
   */
  next(operation: FaultOperation, fault: Fault, times = 1): void {
    if (!(Number.isInteger(times) && times > 0 && times <= 10_000))
      throw new UnderstudyError(
        'OPTION_INVALID',
        `Failed to set a fault: "times" is ${times}. Give a whole number from 1 to 10,000, or use \`faults.rate\`.`,
      )
    const next = Array.from({ length: times }, () => ({ operation, fault }))
    checkFaults({ next })
    this.#apply({ ...this.#settings, next: [...this.#settings.next, ...next] })
  }

  /**
   * Makes a share of the requests fail, drawn from the mock's seed.
   * @param share from 0 (none) to 1 (all).
   * @param fault default `{ status: 500 }`.
   * @param operation default all operations.
   * @throws UnderstudyError `OPTION_INVALID`
   * @example mock.faults.rate(0.1, 'network-error', 'list')
   */
  rate(share: number, fault: Fault = { status: 500 }, operation: FaultOperation = 'any'): void {
    this.settings = { ...this.#settings, rate: { ...this.#settings.rate, [operation]: { share, fault } } }
  }

  /**
   * Disconnects the network, or with false connects it again.
   * @example mock.faults.offline()
   */
  offline(offline = true): void {
    this.settings = { ...this.#settings, offline }
  }

  /** Removes all faults and latencies, ends hanging requests, and restarts the random numbers. */
  clear(): void {
    this.restart()
    for (const release of this.#hanging) release()
  }

  /** As {@link Faults.clear}, but a request that hangs by `timeout` stays without a reply. A reset does it. */
  restart(): void {
    this.#apply(noFaults)
    this.#random = randomFrom(this.#seed, 'faults')
    for (const release of this.#delayed) release()
  }

  /** The current settings. */
  get settings(): FaultSettings {
    return this.#settings
  }

  /** Replaces all settings. @throws UnderstudyError `OPTION_INVALID` */
  set settings(settings: FaultSettings) {
    checkFaults(settings)
    this.#apply(settings)
  }

  /** Whether nothing is set, so that a request can skip {@link Faults.inject}. */
  get idle(): boolean {
    return this.#settings === noFaults
  }

  /**
   * Applies the settings to a request: waits, and returns its fault, if any.
   * @param limit the maximum delay in milliseconds; a longer one ends with a 504.
   */
  async inject(
    operation: OperationName | undefined,
    signal?: AbortSignal,
    limit: number | 'none' = 'none',
  ): Promise<Fault | undefined> {
    if (this.#settings.offline) return 'network-error'
    const fault = this.#take(operation)
    const latency = this.#settings.latency[operation ?? 'any'] ?? this.#settings.latency.any ?? 0
    const { min, max } = typeof latency === 'number' ? { min: latency, max: latency } : latency
    const pause = min + (max > min ? this.#random() * (max - min) : 0)
    if (limit !== 'none' && (pause > limit || fault === 'timeout')) {
      await this.#hold(limit, signal)
      return signal?.aborted ? 'network-error' : { status: 504 }
    }
    if (pause > 0) await this.#hold(pause, signal)
    if (fault === 'timeout') await this.#hold(undefined, signal)
    if (signal?.aborted || fault === 'timeout') return 'network-error'
    return fault
  }

  #apply(settings: FaultSettings): void {
    this.#settings = settings
    this.#changed()
  }

  #take(operation: OperationName | undefined): Fault | undefined {
    const { next, rate } = this.#settings
    const position = next.findIndex(({ operation: meant }) => meant === 'any' || meant === operation)
    const queued = next[position]
    if (queued) {
      this.#apply({ ...this.#settings, next: next.toSpliced(position, 1) })
      return queued.fault
    }
    const drawn = (operation && rate[operation]) ?? rate.any
    return drawn && this.#random() < drawn.share ? drawn.fault : undefined
  }

  async #hold(pause: number | undefined, signal: AbortSignal | undefined): Promise<void> {
    const { done, release } = abortable(pause, signal, this.#timers)
    const held = pause === undefined ? this.#hanging : this.#delayed
    held.add(release)
    await done
    held.delete(release)
  }
}

const operation = v.picklist([...operationNames, 'any'])
const milliseconds = v.pipe(v.number(), v.minValue(0), v.ltValue(2 ** 31))
const range = v.pipe(
  v.strictObject({ min: milliseconds, max: milliseconds }),
  v.check(({ min, max }) => min <= max),
)
const latency = v.union([milliseconds, range])
const named = ['network-error', 'timeout', 'reply-lost', 'truncated', 'malformed'] as const
const fault = v.union([
  v.picklist(named),
  v.strictObject({
    status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
    headers: v.optional(v.pipe(v.custom<Record<string, string>>(isObject), v.check(areHeaders))),
    body: v.optional(v.string()),
  }),
])
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const settingsSchema = v.partial(
  v.strictObject({
    offline: v.boolean(),
    latency: v.partial(v.strictObject(v.entriesFromList(operation.options, latency))),
    next: v.array(v.strictObject({ operation, fault })),
    rate: v.partial(v.strictObject(v.entriesFromList(operation.options, v.strictObject({ share, fault })))),
  }),
)

/** Headers that say where a reply ends: a host sets them. */
const framing = /^(?:transfer-encoding|connection|keep-alive|trailer|upgrade)$/i

function areHeaders(headers: Record<string, string>): boolean {
  if (Object.values(headers).some((text) => typeof text !== 'string')) return false
  try {
    return ![...new Headers(headers).keys()].some((name) => framing.test(name))
  } catch {
    return false
  }
}

/** @throws UnderstudyError `OPTION_INVALID` for settings that no request could follow. */
function checkFaults(settings: Partial<FaultSettings>): void {
  const { issues } = v.safeParse(settingsSchema, settings)
  if (!issues) return
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to set a fault: "${v.getDotPath(issues[0]) ?? 'settings'}" is not as expected. An operation is ${operationNames.join(', ')} or any; a fault is ${named.join(', ')} or an object with a status from 200 to 599; a latency is in milliseconds from 0, a share from 0 to 1.`,
  )
}
