import { counted } from '../../handlers/choices/kinds.ts'
import { defined } from '../../handlers/model/defined.ts'
import { unknown } from '../choices/detection.ts'
import { createPost } from '../run/states.ts'
import { isRefusal, isSuccess, jsonRequest } from '../spec/exchange.ts'
import { ProviderUnreachable } from '../wire/provider-unreachable.ts'
import type { Experiment } from './experiment.ts'

/** Common limits of a text, in characters; the last is the longest text that is tried. */
const lengths = [
  ...[25, 30, 40, 50, 64, 80, 100, 120, 128, 140, 150, 160, 191, 200, 250, 255, 256, 280, 300, 400, 500],
  ...[512, 1000, 1024, 2000, 2048, 4000, 4096, 5000, 8000, 8192, 10_000, 16_384, 20_000, 32_767, 50_000],
  ...[65_535, 65_536, 70_000],
]

/** The longest title and content of a replace; those of a create are taken to be the same. */
export const maxLength: Experiment = async ({ run, context, client }) => {
  const { id, title: mark } = await createPost(run)
  // Its texts are not checked any more.
  context.incomplete.add(id)
  const longest = (field: 'title' | 'content') =>
    findLimit(async (length) => {
      const fields = { title: mark, content: mark, [field]: 'x'.repeat(length) }
      const request = jsonRequest('PUT', `/posts/${id}`, fields)
      try {
        return (await client.send(request)).status
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error
        // A service may refuse a long body by closing the connection. This fails if it is gone.
        await context.send({ method: 'GET', path: '/posts', headers: {} })
        return 0
      }
    })
  const [title, content] = [await longest('title'), await longest('content')]
  if (!title || !content) return unknown('an ordinary replace fails')
  const both = Object.entries({ title, content })
  const limited = both.filter(([, { status }]) => status !== undefined)
  const taken = Object.fromEntries(limited.map(([field, limit]) => [field, limit.taken]))
  const status = limited.map(([, limit]) => limit.status ?? 0).find((each) => isRefusal({ status: each }))
  const open = both.filter(([, limit]) => limit.status === undefined)
  const inferred = open.map(
    ([field]) => `no ${field} of up to ${counted(lengths.at(-1) ?? 0)} characters was refused`,
  )
  return {
    answer: limited.length === 0 ? 'none' : { ...taken, ...defined({ status }) },
    ...(inferred.length > 0 && { inferred: inferred.join('; ') }),
  }
}

interface Limit {
  /** The largest accepted length. */
  readonly taken: number
  /** The status of a longer text; undefined where none was refused. */
  readonly status: number | undefined
}

/** Finds a limit: first between two common ones, then exactly. @returns undefined where no length is accepted. */
async function findLimit(send: (length: number) => Promise<number>): Promise<Limit | undefined> {
  const statuses = new Map<number, number>()
  const takes = async (length: number) => {
    const status = statuses.get(length) ?? (await send(length))
    statuses.set(length, status)
    return isSuccess({ status })
  }
  const index = await bisect(-1, lengths.length, (at) => takes(lengths[at] as number))
  const [low, high] = [lengths[index], lengths[index + 1]]
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
