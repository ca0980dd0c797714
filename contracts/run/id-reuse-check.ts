import type { Observation } from '../detect/detection.ts'
import { isSuccess, jsonRequest } from '../document/exchange.ts'
import { isObject } from '../document/post-text.ts'
import type { CheckContext } from '../judge/check-context.ts'
import { findId } from '../session/find-id.ts'

/**
 * Where a client can choose ids, makes a post that is newer than others and has a lower id, so that the list shows
 * whether it is sorted by id or by age.
 *
 * @param byExample the observations of the run.
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
  // Another client may have taken the id.
  const isFree = (await setup.send({ method: 'GET', path: `/posts/${id}`, headers: {} })).status === 404
  if (!isFree) return
  const title = await setup.freeTitle()
  const fields = { title, content: `A post with the id of a deleted one, ${title}.` }
  const path = method === 'POST' ? '/posts' : `/posts/${id}`
  const request = jsonRequest(method, path, method === 'POST' ? { id, ...fields } : fields)
  const first = { request, reply: await setup.send(request) }
  const { reply } = (await setup.repeatWhileBusy(first, title)).exchange
  if (!isSuccess(reply)) return
  const found = await context.find(() => findId(reply, title, setup.send))
  if (found) setup.adopt({ id: found.id, ...fields }, found.id === id ? 'named' : 'created')
}

/** The method that makes a post under a chosen id; undefined where none did. */
function namingMethod(byExample: ReadonlyMap<string, Observation>): 'POST' | 'PUT' | undefined {
  const created = byExample.get('create/client-id')
  if (created && isObject(created.kept) && created.kept.id === created.values.id) return 'POST'
  const replaced = byExample.get('replace/missing')
  return replaced && isSuccess(replaced.exchange.reply) && isObject(replaced.kept) ? 'PUT' : undefined
}
