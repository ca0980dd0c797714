import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { stringifyJson } from '../../../handlers/model/json.ts'
import { defined } from '../../../handlers/model/members.ts'
import type { StateValues } from '../../spec/example.ts'
import type { Send } from '../../spec/exchange.ts'
import { isObject, readBody } from '../../spec/post-text.ts'
import { noDecisionIn } from '../../wire/no-decision.ts'

/** Longer replies are not passed on, in characters: Pact needs many times as much memory. */
const longest = 1_000_000

/** The server between Pact and the provider. */
export interface Forwarder extends AsyncDisposable {
  /** Where Pact sends requests, and below it, to `/states`, what each of them needs. */
  readonly origin: string
  /** Why requests were not sent, or not answered, by the key of the interaction. */
  readonly unsent: ReadonlyMap<string, string>
}

export interface ForwarderOptions {
  /** Sends requests through a session, which knows what may be written to and adds the credentials. */
  readonly send: Send
  /** Makes the states of an interaction true, and returns their values. */
  setUp(key: string): Promise<StateValues>
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Starts a server on loopback that sends Pact's requests to a provider. */
export async function startForwarder({ send, setUp }: ForwarderOptions): Promise<Forwarder> {
  const unsent = new Map<string, string>()
  let current = ''
  let values: StateValues = {}
  /** Answers `{ state, params: { interaction } }`: one call for each state. */
  const changeState = async (body: string): Promise<Answer> => {
    const call = readBody(body)
    const { interaction = '' } = isObject(call) && isObject(call.params) ? call.params : {}
    if (current !== interaction) {
      current = String(interaction)
      values = {}
      values = await setUp(current)
    }
    return json(200, stringifyJson(values))
  }
  const forward = async (request: IncomingMessage, body: string): Promise<Answer> => {
    const { method = 'GET', url: path = '/', headers } = request
    const type = headers['content-type']
    const sent = { method, path, headers: type === undefined ? {} : { 'content-type': type } }
    const reply = await send(body === '' ? sent : { ...sent, body })
    if (reply.status < 100) throw new Error('the connection was closed before a reply came')
    // A gateway answered in place of the service, or nothing did.
    if (noDecisionIn(reply))
      throw new Error(`${method} ${path} answered ${reply.status}, which decides nothing`)
    if (reply.body.length > longest) throw new Error(`the reply has ${reply.body.length} characters`)
    // The encoding and the length are those of the connection to Pact.
    const { 'content-type': mediaType, location } = reply.headers
    return { ...reply, headers: defined({ 'content-type': mediaType || undefined, location }) }
  }
  const server = createServer(async (request, response) => {
    const isState = request.url === '/states'
    const answer = await text(request)
      .then((body) => (isState ? changeState(body) : forward(request, body)))
      .catch((error: Error) => {
        unsent.set(current, error.message)
        // Pact repeats a call for a state that fails with 5xx for two minutes.
        return json(422, '{}')
      })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unsent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function json(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body }
}
