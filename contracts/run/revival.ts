import { stringifyJson } from '../../handlers/model/json.ts'
import type { Trace } from '../detect/reading.ts'
import { isSuccess } from '../document/exchange.ts'
import { isObject } from '../document/post-text.ts'
import type { Bench } from '../judge/bench.ts'
import { findId } from '../session/find-id.ts'

/**
 * Makes a post that is younger than others and has a lower id, where the service lets a client name ids: its list shows then
 * whether it goes by id or by age. Everywhere else both come to the same.
 *
 * @param traces what the run has seen: by which request an id can be named.
 */
export async function revive(bench: Bench, traces: ReadonlyMap<string, Trace>): Promise<void> {
  const { stage } = bench
  const method = namingMethod(traces)
  if (method === undefined) return
  const old = await stage.create()
  await stage.create()
  await stage.delete(old)
  const { id } = old
  // Somebody else may have got the id since.
  const isFree = (await stage.send({ method: 'GET', path: `/posts/${id}`, headers: {} })).status === 404
  if (!isFree) return
  const title = await stage.freeTitle()
  const fields = { title, content: `A post that takes the place of another, ${title}.` }
  const reply = await stage.send({
    method,
    path: method === 'POST' ? '/posts' : `/posts/${id}`,
    headers: { 'content-type': 'application/json' },
    body: stringifyJson(method === 'POST' ? { id, ...fields } : fields),
  })
  if (!isSuccess(reply)) return
  const found = await bench.find(() => findId(reply, title, stage.send))
  if (found) stage.adopt({ id: found.id, ...fields }, found.id === id ? 'named' : 'created')
}

/** The request that makes a post under the id that it names; undefined where none was seen to. */
function namingMethod(traces: ReadonlyMap<string, Trace>): 'POST' | 'PUT' | undefined {
  const created = traces.get('create/client-id')
  if (created && isObject(created.kept) && created.kept.id === created.values.id) return 'POST'
  const replaced = traces.get('replace/missing')
  return replaced && isSuccess(replaced.exchange.reply) && isObject(replaced.kept) ? 'PUT' : undefined
}
