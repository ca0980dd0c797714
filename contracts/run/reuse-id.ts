import { checkList } from '../judge/list-check.ts'
import { isSuccess, jsonRequest } from '../spec/exchange.ts'
import { isObject } from '../spec/post-text.ts'
import { findId } from '../wire/find-id.ts'
import type { ExampleResult, SequenceRun } from './sequence-run.ts'

/**
 * Where a client can choose ids, makes a post that is newer than others and has a lower id, so that the list shows
 * whether it is sorted by id or by age. The list is the observation `list/last`.
 */
export async function reuseId(run: SequenceRun): Promise<void> {
  const { context } = run
  const { setup } = context
  const method = namingMethod(run.examples)
  const old = await setup.create()
  await setup.create()
  await setup.create()
  if (method !== undefined && run.terms.deletes) {
    await setup.delete(old)
    const { id } = old
    // Another client may have taken the id.
    if (!(await run.isFree(id))) return
    const title = await setup.freeTitle()
    const fields = { title, content: `A post with the id of a deleted one, ${title}.` }
    const path = method === 'POST' ? '/posts' : `/posts/${id}`
    const request = jsonRequest(method, path, method === 'POST' ? { id, ...fields } : fields)
    const first = { request, reply: await setup.send(request) }
    const { reply } = (await setup.repeatWhileBusy(first, title)).exchange
    const found = isSuccess(reply) && (await context.find(() => findId(reply, title, setup.send)))
    if (found) setup.adopt({ id: found.id, ...fields }, found.id === id ? 'named' : 'created')
  }
  const exchange = await context.send({ method: 'GET', path: '/posts', headers: {} })
  context.open('the last posts', exchange)
  await context.check([], () => checkList(context), { recalls: true })
  run.tell('list/last', { exchange: context.kept(exchange), values: {} })
}

/** The method that makes a post under a chosen id; undefined where none did. */
function namingMethod(results: ReadonlyMap<string, ExampleResult>): 'POST' | 'PUT' | undefined {
  const of = (key: string) => {
    const result = results.get(key)
    return result && 'exchange' in result ? result : undefined
  }
  const created = of('create/client-id')
  if (created && isObject(created.kept) && created.kept.id === created.values.id) return 'POST'
  const replaced = of('replace/missing')
  return replaced && isSuccess(replaced.exchange.reply) && isObject(replaced.kept) ? 'PUT' : undefined
}
