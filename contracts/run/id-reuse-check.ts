import { stringifyJson } from '../../handlers/model/json.ts'
import type { Observation } from '../detect/detection.ts'
import { isSuccess } from '../document/exchange.ts'
import { isObject } from '../document/post-text.ts'
import type { CheckContext } from '../judge/check-context.ts'
import { findId } from '../session/find-id.ts'

/**
 * Makes a post that is younger than others and has a lower id, where the service lets a client name ids: its list shows then
 * whether it goes by id or by age. Everywhere else both come to the same.
 *
 * @param byExample what the run has seen: by which request an id can be named.
 */
export async function checkIdReuse(
  context: CheckContext,
  byExample: ReadonlyMap<string, Observation>,
): Promise<void> {
  const { setup } = context
  const method = namingMethod(byExample)
  if (method === undefined) return
  const old = await setup.create()
  await setup.create()
  await setup.delete(old)
  const { id } = old
  // Somebody else may have got the id since.
  const isFree = (await setup.send({ method: 'GET', path: `/posts/${id}`, headers: {} })).status === 404
  if (!isFree) return
  const title = await setup.freeTitle()
  const fields = { title, content: `A post that takes the place of another, ${title}.` }
  const reply = await setup.send({
    method,
    path: method === 'POST' ? '/posts' : `/posts/${id}`,
    headers: { 'content-type': 'application/json' },
    body: stringifyJson(method === 'POST' ? { id, ...fields } : fields),
  })
  if (!isSuccess(reply)) return
  const found = await context.find(() => findId(reply, title, setup.send))
  if (found) setup.adopt({ id: found.id, ...fields }, found.id === id ? 'named' : 'created')
}

/** The request that makes a post under the id that it names; undefined where none was seen to. */
function namingMethod(byExample: ReadonlyMap<string, Observation>): 'POST' | 'PUT' | undefined {
  const created = byExample.get('create/client-id')
  if (created && isObject(created.kept) && created.kept.id === created.values.id) return 'POST'
  const replaced = byExample.get('replace/missing')
  return replaced && isSuccess(replaced.exchange.reply) && isObject(replaced.kept) ? 'PUT' : undefined
}
