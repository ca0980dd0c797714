import type { PostFields, PostId } from '../../src/post.ts'
import type { Example } from '../example.ts'
import { type Exchange, isSuccess, type ReceivedReply } from '../exchange.ts'
import { isObject, readBody } from '../post-text.ts'
import type { StateValues } from '../states.ts'
import type { Bench, Fault } from './bench.ts'
import { checkCreate } from './create-check.ts'
import { checkDelete } from './delete-check.ts'
import { judgeFailedWrite } from './failed-write.ts'
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
 * @returns the id of the post that was created or replaced.
 */
export async function judge(
  bench: Bench,
  example: Pick<Example, 'key' | 'operation' | 'permits'>,
  exchange: Exchange,
  values: StateValues,
): Promise<PostId | undefined> {
  bench.open(example.key, exchange)
  const { id } = values
  switch (example.operation) {
    case 'list':
      checkWire(bench, exchange)
      await bench.check(['list.ok', 'list.all', 'post.shape'], () => survey(bench, whileReading))
      await checkStrangers(bench)
      await checkGrowth(bench)
      await checkSafe(bench, exchange)
      return undefined
    case 'read': {
      if (id === undefined) return undefined
      checkWire(bench, exchange)
      const faultsOf = (reply: ReceivedReply) =>
        example.permits === 'not-found'
          ? missingFaults(bench, id, reply)
          : readFaults(bench, id, reply, 'read.ok')
      await bench.check(
        [example.permits === 'not-found' ? 'read.missing' : 'read.ok'],
        afterFirst(bench, exchange, faultsOf),
      )
      if (example.key === 'read/missing') await checkFarIds(bench)
      await checkSafe(bench, exchange)
      return undefined
    }
    case 'create':
      checkWire(bench, exchange)
      if (hasFailed(example, exchange)) judgeFailedWrite(bench, 'create', exchange)
      return await checkCreate(bench, exchange, sentTexts(exchange), example.permits !== 'anything')
    case 'replace':
      checkWire(bench, exchange)
      if (hasFailed(example, exchange)) judgeFailedWrite(bench, 'replace', exchange)
      if (id !== undefined) await checkReplace(bench, exchange, id, sentTexts(exchange))
      return id
    case 'delete':
      checkWire(bench, exchange)
      if (hasFailed(example, exchange)) return void judgeFailedWrite(bench, 'delete', exchange)
      if (id !== undefined) await checkDelete(bench, exchange, id)
      return undefined
    case 'beside':
      if (id !== undefined && isSuccess(exchange.reply)) followBeside(bench, exchange, id)
      return undefined
  }
}

function hasFailed({ permits }: Pick<Example, 'permits'>, { reply }: Exchange): boolean {
  return permits === 'success' && !isSuccess(reply)
}

/** What the document does not describe may be done all the same; the run has to know what became of its post. */
function followBeside(bench: Bench, { request }: Exchange, id: PostId): void {
  if (request.method === 'DELETE') bench.own.remove(id)
  if (request.method === 'PATCH') bench.incomplete.add(id)
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
