import type { Example } from '../document/example.ts'
import { oneAtATimeAfter } from '../session/concurrency.ts'
import { ignoreFailure } from '../session/failure-reason-of.ts'
import { isRead } from '../session/target.ts'
import type { Run } from './run.ts'

export interface WithWorkersOptions {
  readonly signal: AbortSignal
}

/** States with an id that no post has. */
const ownerless: readonly string[] = [
  'no post has the id',
  'a post was deleted',
  'a post before others was deleted',
]

/** Whether a request, or the setup of its states, frees an id. */
export function mayFreeId({ request: { method }, states }: Pick<Example, 'request' | 'states'>): boolean {
  return method === 'DELETE' || states.some((state) => ownerless.includes(state))
}

/** Whether a request may make a post under an unused id, or without a mark: workers would take it for a foreign one. */
export function mayMakeForeign({
  request: { method, body },
  states,
}: Pick<Example, 'request' | 'states'>): boolean {
  if (isRead(method) || method === 'DELETE') return false
  const isMarked = JSON.stringify(body ?? '').includes('${title}')
  return (method === 'POST' && !isMarked) || states.some((state) => ownerless.includes(state))
}

/**
 * Works on items with concurrent workers where the provider is distant, and stops once anything is wrong: concurrency
 * may be the reason. The run has the workers' posts afterwards.
 * @param worker returns what a worker does with an item.
 * @returns whether all items are done; false also where nothing was tried.
 */
export async function withWorkers<Item>(
  run: Run,
  items: readonly Item[],
  worker: (run: Run) => (item: Item) => Promise<void>,
  { signal }: WithWorkersOptions,
): Promise<boolean> {
  const { concurrency } = run
  if (!concurrency.isOpen || run.context.own.areIdsReused || items.length < concurrency.limit) return false
  const workers = await run.startWorkers()
  if (workers.length === 0 || run.context.own.areIdsReused) {
    run.stopWorkers(workers)
    return false
  }
  const isWrong = () =>
    workers.some(({ context, replies }) => replies.disturbance !== undefined || context.findings.length > 0)
  const rest = items.values()
  const all = workers.map(async (each) => {
    const work = worker(each)
    for (const item of rest) {
      await work(item)
      if (isWrong()) return
    }
  })
  const ends = await Promise.allSettled(all)
  const failure = ends.find((end) => end.status === 'rejected')
  const isDone = !failure && !isWrong()
  const [disturbance] = workers.flatMap(({ replies }) => replies.disturbance ?? [])
  for (const each of isDone ? [] : workers) await each.renounce().catch(ignoreFailure(signal))
  run.stopWorkers(workers)
  if (failure) ignoreFailure(signal)(failure.reason)
  signal.throwIfAborted()
  if (disturbance !== undefined) concurrency.reduceToOne(oneAtATimeAfter(disturbance))
  else if (!isDone) concurrency.close()
  return isDone
}
