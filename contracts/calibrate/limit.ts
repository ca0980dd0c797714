import { isSuccess, type SentRequest } from '../spec/exchange.ts'
import { ProviderUnreachable } from '../wire/failure.ts'
import type { ExperimentTerms } from './experiment.ts'

/** Where a service begins to refuse sizes. */
interface Limit {
  /** The largest accepted size. */
  readonly taken: number
  /** The status of the next size, 0 for a closed connection; undefined where no size was refused. */
  readonly status: number | undefined
}

/**
 * Finds a limit: first between two common ones, then exactly.
 *
 * @param sizes common limits in ascending order; larger ones are not tried.
 * @returns undefined where not even the first size is accepted.
 */
export async function findLimit(
  { client, run }: ExperimentTerms,
  sizes: readonly number[],
  requestOf: (size: number) => SentRequest,
): Promise<Limit | undefined> {
  const statuses = new Map<number, number>()
  const send = async (size: number) => {
    try {
      return (await client.send(requestOf(size))).status
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error
      // A service may refuse a large body by closing the connection. This fails if it is gone.
      await run.send({ method: 'GET', path: '/posts', headers: {} })
      return 0
    }
  }
  const takes = async (size: number) => {
    const status = statuses.get(size) ?? (await send(size))
    statuses.set(size, status)
    return isSuccess({ status })
  }
  const index = await bisect(-1, sizes.length, (at) => takes(sizes[at] as number))
  const [low, high] = [sizes[index], sizes[index + 1]]
  if (low === undefined) return undefined
  if (high === undefined) return { taken: low, status: undefined }
  // The limit is most often one of the common ones.
  const taken = (await takes(low + 1)) ? await bisect(low + 1, high, takes) : low
  return { taken, status: statuses.get(taken + 1) }
}

/** The largest number from `low` on, below `high`, that is accepted. */
async function bisect(low: number, high: number, takes: (size: number) => Promise<boolean>): Promise<number> {
  if (high - low <= 1) return low
  const middle = Math.floor((low + high) / 2)
  return (await takes(middle)) ? await bisect(middle, high, takes) : await bisect(low, middle, takes)
}
