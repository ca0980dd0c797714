import type { Clock } from './clock.ts'

/** When the same is tried again. */
export interface RetryPolicy {
  /** The first pause, in milliseconds. */
  readonly first: number
  /** By how much each later pause is longer. */
  readonly factor: number
  /** The longest pause, in milliseconds. Default unlimited. */
  readonly longest?: number
  /** How often at most. Default until the budget is used up. */
  readonly retries?: number
}

const atOnce = { first: 0, factor: 1 }

/** Everything that a run tries again: after which pauses, and how often. */
export const policies = {
  /** A request that a service turned away for its number (429); its Retry-After goes first. */
  limited: { first: 500, factor: 2 },
  /** A read whose connection was closed. */
  reset: { first: 100, factor: 4, retries: 2 },
  /** A read that alone is answered by a gateway: then that is the reply to it. */
  gateway: { first: 100, factor: 2, retries: 3 },
  /** A service that is away. */
  away: { first: 100, factor: 2, longest: 1000 },
  /** A look for something that is not visible yet; a DELETE that is not possible yet. */
  visible: { first: 10, factor: 2, longest: 200 },
  /** A write that a busy service did not do. */
  busy: { ...atOnce, retries: 3 },
  /** The first sequence, where another client has the id of its post. */
  takenId: { ...atOnce, retries: 3 },
  /** A sequence that failed, until it fails again. */
  failed: { ...atOnce, retries: 2 },
} as const satisfies Readonly<Record<string, RetryPolicy>>

/** From the second pause of a policy on, each is longer by as much, whatever a service asks for. */
const shortest = 100

/** The pauses of one request, whatever they are for: all come out of one budget. */
export class RetryBudget {
  #left: number
  readonly #tries = new Map<RetryPolicy, number>()

  /** @param budget in milliseconds. */
  constructor(budget: number) {
    this.#left = budget
  }

  /**
   * How long to wait before the next try, in milliseconds; undefined where there is none.
   * @param wish what the service asks for, in milliseconds. Default what the policy says.
   */
  next(policy: RetryPolicy, wish?: number): number | undefined {
    const { first, factor, longest = Number.POSITIVE_INFINITY, retries = Number.POSITIVE_INFINITY } = policy
    const tries = this.#tries.get(policy) ?? 0
    const usual = Math.min(first * factor ** tries, longest)
    // A service that asks for no pause each time would be asked without end.
    const pause = wish === undefined ? usual : Math.max(wish, tries * shortest)
    if (tries >= retries || pause > this.#left) return undefined
    this.#tries.set(policy, tries + 1)
    this.#left -= pause
    return pause
  }
}

/** Tries at once again, as often as a policy says. @returns the first result that is enough, or the last one. */
export async function tryAgain<Result>(
  { retries }: RetryPolicy & { readonly retries: number },
  attempt: () => Promise<Result>,
  isEnough: (result: Result) => boolean,
): Promise<Result> {
  let result = await attempt()
  for (let tries = 0; tries < retries && !isEnough(result); tries++) result = await attempt()
  return result
}

/**
 * Polls a service until a look has a result: looks at least once, and again until a look begins after the time is over.
 * @param wasLate whether a success after the first look is due to the service. Default always.
 */
export type PollUntil = <Result>(
  look: () => Promise<Result | undefined>,
  wasLate?: () => boolean,
) => Promise<Result | undefined>

/** Looks once: for a service in this process. */
export const lookOnce: PollUntil = (look) => look()

export interface PollingOptions {
  /** How long to poll for one result, in milliseconds. */
  readonly settle: number
  /** How long a run may poll without a result in all, in milliseconds. Default three times `settle`. */
  readonly budget?: number
  /** How long it polls for one result even then, in milliseconds. Default 0. */
  readonly least?: () => number
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
  /** Called with how long a result took that was not there at first, in milliseconds. */
  readonly onLate?: (milliseconds: number) => void
}

export function createPolling(options: PollingOptions): PollUntil {
  const { settle, budget = 3 * settle, least = () => 0, clock, signal, onLate } = options
  let left = budget
  return async (look, wasLate = () => true) => {
    const start = clock.now()
    const pauses = new RetryBudget(Math.max(left, least()))
    let [began, waited] = [start, 0]
    let result = await look()
    while (result === undefined && began - start < settle) {
      const pause = pauses.next(policies.visible)
      if (pause === undefined) break
      await clock.wait(pause, signal)
      waited += pause
      began = clock.now()
      result = await look()
    }
    // Several may poll at the same time: only polls without a result count.
    if (result === undefined) left -= waited
    else if (waited > 0 && wasLate()) onLate?.(clock.now() - start)
    return result
  }
}
