import type { PostFields } from '../../src/post.ts'
import type { Example } from '../example.ts'
import type { Exchange, ReceivedReply } from '../exchange.ts'
import { isObject, readBody } from '../post-text.ts'
import type { StateValues } from '../states.ts'
import type { Bench, Fault } from './bench.ts'
import { checkCreate } from './create-check.ts'
import { checkDelete } from './delete-check.ts'
import { checkFarIds } from './far-ids.ts'
import { missingFaults, readFaults } from './read-check.ts'
import { checkReplace } from './replace-check.ts'
import { checkGrowth, checkStrangers } from './strangers.ts'
import { survey } from './survey.ts'
import { checkWire } from './wire-check.ts'

const whileReading = {
  target: undefined,
  forTarget: 'list.all',
  forOthers: 'list.all',
  forStrays: 'list.all',
} as const

/**
 * Judges one exchange by the state it leaves: everything that the clauses promise and a single reply cannot show.
 *
 * @param values what the example's provider states gave.
 */
export async function judge(
  bench: Bench,
  example: Pick<Example, 'key' | 'operation' | 'permits'>,
  exchange: Exchange,
  values: StateValues,
): Promise<void> {
  bench.open(example.key, exchange)
  const { id } = values
  switch (example.operation) {
    case 'list':
      checkWire(bench, exchange)
      await bench.check(['list.ok', 'list.all', 'post.shape'], () => survey(bench, whileReading))
      await checkStrangers(bench)
      await checkGrowth(bench)
      return await checkSafe(bench, exchange)
    case 'read': {
      if (id === undefined) return
      checkWire(bench, exchange)
      const faultsOf = (reply: ReceivedReply) =>
        example.permits === 'not-found'
          ? missingFaults(bench, id, reply)
          : readFaults(bench, id, reply, 'read.ok')
      await bench.check(
        [example.permits === 'not-found' ? 'read.missing' : 'read.ok'],
        afterFirst(bench, exchange, faultsOf),
      )
      return await checkSafe(bench, exchange)
    }
    case 'create':
      checkWire(bench, exchange)
      await checkCreate(bench, exchange, sentTexts(exchange))
      return
    case 'replace':
      checkWire(bench, exchange)
      if (id !== undefined) await checkReplace(bench, exchange, id, sentTexts(exchange))
      return
    case 'delete':
      checkWire(bench, exchange)
      if (id !== undefined) await checkDelete(bench, exchange, id)
  }
}

/** Judges the reply that there is first, and new ones to the same request after that. */
function afterFirst(
  bench: Bench,
  { request, reply }: Exchange,
  faultsOf: (reply: ReceivedReply) => Fault[],
): () => Promise<Fault[]> {
  let first: ReceivedReply | undefined = reply
  return async () => {
    const current = first ?? (await bench.send(request)).reply
    first = undefined
    return faultsOf(current)
  }
}

/** Clause `safe.get`: the same GET again finds everything as it was. */
async function checkSafe(bench: Bench, { request }: Exchange): Promise<void> {
  const blame = {
    target: undefined,
    forTarget: 'safe.get',
    forOthers: 'safe.get',
    forStrays: 'safe.get',
  } as const
  await bench.check(['safe.get'], async () => {
    await bench.send(request)
    return (await survey(bench, blame)).filter(({ clause }) => clause === 'safe.get')
  })
}

function sentTexts({ request }: Exchange): Partial<PostFields> {
  const body = readBody(request.body ?? '')
  if (!isObject(body)) return {}
  const texts = (['title', 'content'] as const).filter((field) => typeof body[field] === 'string')
  return Object.fromEntries(texts.map((field) => [field, body[field]]))
}
