import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stringifyJson } from '../../../handlers/model/json.ts'
import type { PostId } from '../../../handlers/model/post.ts'
import { isSuccess } from '../../spec/exchange.ts'
import { isObject, readBody } from '../../spec/post-text.ts'
import type { StateValues } from '../../spec/states.ts'
import { idsNamedBy } from '../../wire/find-id.ts'
import { received } from '../../wire/received.ts'
import { joinedHeaders, type Target } from '../../wire/target.ts'

/** Headers of one connection (RFC 9110, section 7.6.1), and headers that the next hop sets itself. */
const ofTheConnection =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length)$/i

/** Longer replies are not passed on, in bytes: Pact needs many times as much memory. */
const longest = 1_000_000

/** The server between Pact and the provider. */
export interface Forwarder extends AsyncDisposable {
  /** Where Pact sends requests. */
  readonly providerUrl: string
  /** Where Pact asks for provider states. */
  readonly stateUrl: string
  /** Why requests were not sent, or not answered, by the key of the interaction. */
  readonly unsent: ReadonlyMap<string, string>
}

export interface ForwarderOptions {
  /** Sends requests through a session, which knows what may be written to and adds the credentials. */
  readonly target: Target
  /** Makes the states of an interaction true, and returns their values. */
  setUp(key: string): Promise<StateValues>
  /** Removes the posts of an interaction. @param created the ids in the replies to creates. */
  tearDown(key: string, created: readonly PostId[]): Promise<void>
}

/** Starts a server on loopback that sends Pact's requests to a provider. */
export async function startForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const { target, setUp, tearDown } = options
  const states = new Map<string, Promise<StateValues>>()
  const unsent = new Map<string, string>()
  let current = ''
  let created: PostId[] = []
  /** `{ action: 'setup' | 'teardown', state, params: { interaction } }`; Pact retries 5xx for two minutes. */
  const answerStateCall = async (text: string, response: ServerResponse) => {
    const call = readBody(text)
    const { interaction } = isObject(call) && isObject(call.params) ? call.params : {}
    current = String(interaction)
    try {
      if (isObject(call) && call.action === 'teardown') {
        await tearDown(current, created.splice(0))
        return answer(response, 200, '{}')
      }
      const values = states.get(current) ?? setUp(current)
      states.set(current, values)
      answer(response, 200, stringifyJson(await values))
    } catch (error) {
      unsent.set(current, error instanceof Error ? error.message : String(error))
      answer(response, 422, '{}')
    }
  }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    if (request.url === '/states') return await answerStateCall(body.toString(), response)
    const { method = 'GET', url = '/', headers } = request
    const hasBody = body.length > 0 || headers['content-length'] !== undefined
    const sent = {
      method,
      path: url,
      headers: endToEnd(joinedHeaders(headers)),
      body: hasBody ? body : undefined,
    }
    try {
      const reply = await target.forward(sent)
      if (reply.body.byteLength > longest) throw new Error(`the reply has ${reply.body.byteLength} bytes`)
      if (method === 'POST' && isSuccess(reply)) created = [...created, ...idsNamedBy(await received(reply))]
      for (const [name, value] of Object.entries(endToEnd(reply.headers)))
        if (value !== undefined) response.setHeader(name, value)
      response.writeHead(reply.status).end(reply.body.length === 0 ? undefined : reply.body)
    } catch (error) {
      unsent.set(current, error instanceof Error ? error.message : String(error))
      answer(response, 502, '{}')
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    providerUrl: origin,
    stateUrl: `${origin}/states`,
    unsent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function endToEnd<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.test(name)))
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
