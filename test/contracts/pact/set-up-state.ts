import { randomUUID } from 'node:crypto'
import { jsonRequest } from '../../../contracts/scenarios/exchange.ts'
import { equalContent, type StateName, type StateValues } from '../../../contracts/scenarios/scenario.ts'

/** Makes one provider state true at a provider, through its public interface, as a team writes it by hand. */
export async function setUpState(providerUrl: string, name: string): Promise<StateValues> {
  const send = async (method: string, path: string, fields?: object) => {
    const { headers, body } = jsonRequest(method, path, fields ?? {})
    return await fetch(providerUrl + path, { method, headers, ...(fields ? { body: body ?? '' } : {}) })
  }
  const create = async (title = `so-${randomUUID()}`): Promise<{ id: number; title: string }> => {
    const response = await send('POST', '/posts', { title, content: equalContent(title) })
    return (await response.json()) as { id: number; title: string }
  }
  const states: Readonly<Record<StateName, () => Promise<StateValues>>> = {
    'a title is free': async () => ({ title: `so-${randomUUID()}` }),
    'a post exists': create,
    'several posts exist': async () => ({ id: (await create()).id, other: (await create()).id }),
    'a post with the title exists': create,
    'a post was replaced': async () => {
      const { id, title } = await create()
      await send('PUT', `/posts/${id}`, { title, content: 'Replaced once.' })
      return { id }
    },
    'a post was deleted': async () => {
      const { id } = await create()
      await send('DELETE', `/posts/${id}`)
      return { id }
    },
    'no post has the id': async () => ({ id: 1_000_000_003 }),
  }
  return (await states[name as StateName]?.()) ?? {}
}
