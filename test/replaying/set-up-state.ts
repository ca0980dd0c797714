import { randomUUID } from 'node:crypto'
import type { Send } from '../../contracts/exchange.ts'
import { Stage } from '../../contracts/stage.ts'
import { type StateName, type StateValues, states } from '../../contracts/states.ts'

/** Makes one provider state true at a provider, through its public interface. */
export async function setUpState(providerUrl: string, name: string): Promise<StateValues> {
  const send: Send = async ({ method, path, headers, body }) => {
    const response = await fetch(providerUrl + path, { method, headers: { ...headers }, body: body ?? null })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  }
  const setUp = states[name as StateName]
  return setUp ? setUp(new Stage({ send, nextTitle: () => `so-${randomUUID()}` })) : {}
}
