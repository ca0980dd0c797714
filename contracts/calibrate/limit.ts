import { headAndTail } from '../judge/evidence.ts'
import { type Exchange, isRefusal, isSuccess, type SentRequest } from '../spec/exchange.ts'
import { ProviderUnreachable } from '../wire/provider-unreachable.ts'
import type { ExperimentTerms } from './experiment.ts'

/** Where a service begins to refuse sizes. */
export interface Limit {
  /** The largest accepted size. */
  readonly taken: number
  /** The next size, if it was refused; undefined where none was refused. */
  readonly refused: number | undefined
  /** The status of the refusal; undefined where it was none of 4xx. */
  readonly status: number | undefined
  /** The refusal in words that follow "it is". */
  readonly refusal: string
  /** Both sides of the limit. */
  readonly evidence: readonly Exchange[]
}

/** The result of a request that a service may refuse by closing the connection. */
export interface Attempt {
  readonly isDone: boolean
  /** Undefined without a reply. */
  readonly exchange: Exchange | undefined
}

/**
 * Finds a limit: first between two of the given sizes, then between two numbers.
 *
 * @param sizes common limits in ascending order; larger ones are not tried.
 * @param guess a limit that is tried before all others.
 * @returns undefined where not even the first size is accepted.
 */
export async function findLimit(
  sizes: readonly number[],
  attempt: (size: number) => Promise<Attempt>,
  guess?: Limit,
): Promise<Limit | undefined> {
  const attempts = new Map<number, Attempt>()
  const takes = async (size: number) => {
    const made = attempts.get(size) ?? (await attempt(size))
    attempts.set(size, made)
    return made.isDone
  }
  const edge = (guess && (await isEdge(guess, takes))) || (await findEdge(sizes, takes))
  if (!edge) return undefined
  const sides = [edge.taken, edge.refused].map((size) =>
    size === undefined ? undefined : attempts.get(size)?.exchange,
  )
  const reply = sides[1]?.reply
  return {
    ...edge,
    status: reply && isRefusal(reply) ? reply.status : undefined,
    refusal: reply ? `answered with ${reply.status}` : 'refused by closing the connection',
    evidence: sides.filter((side) => side !== undefined),
  }
}

type Edge = Pick<Limit, 'taken' | 'refused'>
type Takes = (size: number) => Promise<boolean>

async function isEdge({ taken, refused }: Edge, takes: Takes): Promise<Edge | undefined> {
  if (!(await takes(taken)) || (refused !== undefined && (await takes(refused)))) return undefined
  return { taken, refused }
}

async function findEdge(sizes: readonly number[], takes: Takes): Promise<Edge | undefined> {
  const index = await bisect(-1, sizes.length, (at) => takes(sizes[at] as number))
  const [low, high] = [sizes[index], sizes[index + 1]]
  if (low === undefined) return undefined
  if (high === undefined) return { taken: low, refused: undefined }
  // The limit is most often one of the sizes.
  const taken = (await takes(low + 1)) ? await bisect(low + 1, high, takes) : low
  return { taken, refused: taken + 1 }
}

/** The largest number from `low` on, below `high`, that is accepted. */
async function bisect(low: number, high: number, takes: Takes): Promise<number> {
  if (high - low <= 1) return low
  const middle = Math.floor((low + high) / 2)
  return (await takes(middle)) ? await bisect(middle, high, takes) : await bisect(low, middle, takes)
}

/** Whether an answer to a choice agrees with a limit. */
export function fitsLimit({ taken, refused }: Limit, expected: unknown): boolean {
  if (refused !== undefined) return expected === taken
  return expected === 'none' || (typeof expected === 'number' && expected >= taken)
}

/** Sends a request that a service may refuse by closing the connection, if it answers the next one. */
export async function attempt(
  { context, client }: Pick<ExperimentTerms, 'context' | 'client'>,
  request: SentRequest,
): Promise<Attempt> {
  const { body = '' } = request
  const sent = { ...request, body: headAndTail(body, 500) }
  try {
    const reply = await client.send(request)
    return { isDone: isSuccess(reply), exchange: { request: sent, reply } }
  } catch (error) {
    const isClosed =
      error instanceof ProviderUnreachable && ['reset', 'cut', 'timeout'].includes(error.failureReason)
    if (!isClosed) throw error
    // Fails if the provider is gone.
    await context.send({ method: 'GET', path: '/posts', headers: {} })
    return { isDone: false, exchange: undefined }
  }
}
