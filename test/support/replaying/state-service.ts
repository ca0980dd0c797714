import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseJson, stringifyJson } from '../../../handlers/model/json.ts'
import { setUpState } from './set-up-state.ts'

/** A state service as another team would write it: it knows the states by their names and nothing of this package. */
export async function startStateService(providerUrl: string): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const call = parseJson(Buffer.concat(await request.toArray()).toString()) as {
      action: string
      state: string
    }
    try {
      const values = call.action === 'setup' ? await setUpState(providerUrl, call.state) : {}
      response.writeHead(200, { 'content-type': 'application/json' }).end(stringifyJson(values))
    } catch (error) {
      response.writeHead(422).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close }
}
