import { isRefusal, isSuccess, type SentRequest } from '../spec/exchange.ts'
import { ProviderUnreachable } from '../wire/provider-unreachable.ts'
import type { ExperimentTerms } from './experiment.ts'

/** Where a service begins to refuse sizes. */
export interface Limit {
  /** The largest accepted size. */
  readonly taken: number
  /** Whether the next size was refused; otherwise none was. */
  readonly isReached: boolean
  /** The status of the refusal; undefined where it was none of 4xx. */
  readonly status: number | undefined
}

/**
 * Finds a limit: first between two of the given sizes, then between two numbers.
 *
 * @param sizes common limits in ascending order; larger ones are not tried.
 * @param attempt sends a request of a size. @returns its status, 0 for a closed connection.
 * @returns undefined where not even the first size is accepted.
 */
export async function findLimit(
  sizes: readonly number[],
  attempt: (size: number) => Promise<number>,
): Promise<Limit | undefined> {
  const statuses = new Map<number, number>()
  const takes = async (size: number) => {
    const status = statuses.get(size) ?? (await attempt(size))
    statuses.set(size, status)
    return isSuccess({ status })
  }
  const index = await bisect(-1, sizes.length, (at) => takes(sizes[at] as number))
  const [low, high] = [sizes[index], sizes[index + 1]]
  if (low === undefined) return undefined
  const isReached = high !== undefined
  // The limit is most often one of the sizes.
  const taken = isReached && (await takes(low + 1)) ? await bisect(low + 1, high, takes) : low
  const status = statuses.get(taken + 1)
  const isRefused = status !== undefined && isRefusal({ status })
  return { taken, isReached, status: isRefused ? status : undefined }
}

/** The largest number from `low` on, below `high`, that is accepted. */
async function bisect(low: number, high: number, takes: (size: number) => Promise<boolean>): Promise<number> {
  if (high - low <= 1) return low
  const middle = Math.floor((low + high) / 2)
  return (await takes(middle)) ? await bisect(middle, high, takes) : await bisect(low, middle, takes)
}

/**
 * Sends a request that a service may refuse by closing the connection, if it answers the next one.
 *
 * @returns the status, 0 for a closed connection.
 */
export async function attempt(
  { context, client }: Pick<ExperimentTerms, 'context' | 'client'>,
  request: SentRequest,
): Promise<number> {
  try {
    return (await client.send(request)).status
  } catch (error) {
    const isClosed =
      error instanceof ProviderUnreachable && ['reset', 'cut', 'timeout'].includes(error.failureReason)
    if (!isClosed) throw error
    // Fails if the provider is gone.
    await context.send({ method: 'GET', path: '/posts', headers: {} })
    return 0
  }
}
