import { randomUUID } from 'node:crypto'
import { StateSetup } from '../../contracts/model/state-setup.ts'
import { states } from '../../contracts/model/states.ts'
import type { Send } from '../../contracts/spec/exchange.ts'
import type { StateName, StateValues } from '../../contracts/spec/states.ts'

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
  return setUp ? setUp(new StateSetup({ send, nextTitle: () => `so-${randomUUID()}` })) : {}
}
