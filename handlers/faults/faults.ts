import { UnderstudyError } from '../model/errors.ts'
import { stringifyJson } from '../model/json.ts'
import { type OperationName, operationNames } from '../model/operation-name.ts'
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

const none: FaultSettings = { offline: false, latency: {}, next: [], rate: {} }

/** The faults and latencies of a world. */
export class Faults {
  #settings = none
  #random: () => number
  readonly #seed: number
  readonly #timers: Timers
  readonly #delayed = new Set<() => void>()
  readonly #hanging = new Set<() => void>()
  readonly #listeners = new Set<() => void>()

  constructor(seed: number, timers: Timers) {
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
    const { min, max } = rangeOf(latency)
    if (!(min >= 0 && max >= min && max < 2 ** 31))
      throw invalid('latency', latency, 'Give milliseconds from 0, or { min, max }.')
    this.#change({ latency: { ...this.#settings.latency, [checkedOperation(operation)]: latency } })
  }

  /**
   * Makes the next requests fail; further calls are queued. A test that ends before they are used prints a warning.
   * @param times how many requests; default 1.
   * @throws UnderstudyError `OPTION_INVALID`
   * @example mock.faults.next('create', { status: 503 })
   */
  next(operation: FaultOperation, fault: Fault, times = 1): void {
    if (!(Number.isInteger(times) && times > 0)) throw invalid('times', times, 'Give a whole number from 1.')
    const coming = Array.from({ length: times }, () => ({
      operation: checkedOperation(operation),
      fault: checked(fault),
    }))
    this.#change({ next: [...this.#settings.next, ...coming] })
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
    if (!(share >= 0 && share <= 1)) throw invalid('share', share, 'Give a number from 0 to 1.')
    const drawn = { share, fault: checked(fault) }
    this.#change({ rate: { ...this.#settings.rate, [checkedOperation(operation)]: drawn } })
  }

  /**
   * Disconnects the network, or with false connects it again.
   * @example mock.faults.offline()
   */
  offline(offline = true): void {
    if (typeof offline !== 'boolean') throw invalid('offline', offline, 'Give true or false.')
    this.#change({ offline })
  }

  /** Removes all faults and latencies, ends hanging requests, and restarts the random numbers. */
  clear(): void {
    this.restart()
    for (const release of this.#hanging) release()
  }

  /** As {@link Faults.clear}, but a request that hangs by `timeout` stays without a reply. A reset does it. */
  restart(): void {
    this.settings = none
    this.#random = randomFrom(this.#seed, 'faults')
    for (const release of this.#delayed) release()
  }

  /**
   * Calls a listener after every change of the settings, also after a request used one of the next faults.
   * @returns a function that removes it.
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The current settings. */
  get settings(): FaultSettings {
    return this.#settings
  }

  /** Replaces all settings. */
  set settings(settings: FaultSettings) {
    this.#settings = settings
    for (const listener of this.#listeners) listener()
  }

  /** Whether nothing is set, so that a request can skip {@link Faults.meet}. */
  get idle(): boolean {
    return this.#settings === none
  }

  /**
   * Applies the settings to a request: waits, and returns its fault, if any.
   * @param limit the maximum delay in milliseconds; a longer one ends with a 504.
   */
  async meet(
    operation: OperationName | undefined,
    signal?: AbortSignal,
    limit: number | 'none' = 'none',
  ): Promise<Fault | undefined> {
    if (this.#settings.offline) return 'network-error'
    const fault = this.#take(operation)
    const latency = this.#settings.latency[operation ?? 'any'] ?? this.#settings.latency.any ?? 0
    const { min, max } = rangeOf(latency)
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

  #change(settings: Partial<FaultSettings>): void {
    this.settings = { ...this.#settings, ...settings }
  }

  #take(operation: OperationName | undefined): Fault | undefined {
    const { next, rate } = this.#settings
    const position = next.findIndex(({ operation: meant }) => meant === 'any' || meant === operation)
    const queued = next[position]
    if (queued) {
      this.#change({ next: next.toSpliced(position, 1) })
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

const words = ['network-error', 'timeout', 'reply-lost', 'truncated', 'malformed']

function rangeOf(latency: Latency): { readonly min: number; readonly max: number } {
  return typeof latency === 'number' ? { min: latency, max: latency } : Object(latency)
}

function checked(fault: Fault): Fault {
  const { status, headers = {}, body = '' } = Object(fault)
  const isKnown =
    typeof fault === 'string'
      ? words.includes(fault)
      : Number.isInteger(status) && status >= 200 && status <= 599 && typeof body === 'string'
  if (!isKnown)
    throw invalid('fault', fault, `Give { status } from 200 to 599, or one of ${words.join(', ')}.`)
  if (!Object.entries(headers).every(isHeader))
    throw invalid('headers', headers, `Give names and values, without ${framing.join(', ')}.`)
  return fault
}

const framing = ['transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']

function isHeader([name, value]: [string, unknown]): boolean {
  try {
    new Headers([[name, value as string]])
    return typeof value === 'string' && !framing.includes(name.toLowerCase())
  } catch {
    return false
  }
}

function checkedOperation(operation: FaultOperation): FaultOperation {
  if (operation === 'any' || operationNames.includes(operation)) return operation
  throw invalid('operation', operation, `Give an operation: ${operationNames.join(', ')}; or any.`)
}

function invalid(option: string, value: unknown, nextStep: string): UnderstudyError {
  return new UnderstudyError(
    'OPTION_INVALID',
    `Failed to set a fault: "${option}" is ${stringifyJson(value)}. ${nextStep}`,
  )
}
