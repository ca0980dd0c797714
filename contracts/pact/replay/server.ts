import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stringifyJson } from '../../../handlers/model/json.ts'
import { isObject, readBody } from '../../document/post-text.ts'
import { joinedHeaders, type RawReply, type Target } from '../../session/target.ts'
import type { ContractKind } from '../interaction.ts'
import type { InteractionQueue } from './interaction-queue.ts'
import { endToEnd, tap } from './tap.ts'

/** The server between Pact and the provider. */
export interface ReplayServer {
  /** Where Pact sends the requests of a contract. */
  providerUrl(contract: ContractKind): string
  /** Where Pact sends the state calls of a contract. */
  stateUrl(contract: ContractKind): string
  close(): Promise<void>
}

/**
 * Starts the server between Pact and the provider, on loopback only: `/states/<contract>` sets provider states up,
 * and requests below `/provider/<contract>` are recorded and forwarded to the provider.
 */
export async function startReplayServer(
  queue: InteractionQueue,
  target: Target,
  signal: AbortSignal,
): Promise<ReplayServer> {
  const server = createServer(async (request, response) => {
    try {
      await answer(request, response)
    } catch {
      response.destroy()
    }
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray())
    const [, service, contract, path] = request.url?.match(/^\/(states|provider)\/(document|mock)(.*)$/) ?? []
    if (service === 'states') {
      const reply = await answerStateCall(queue, contract as ContractKind, body.toString('utf8'))
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
      return
    }
    const interactionRun = queue.current
    if (!interactionRun || path === undefined) return refuse(response, 'no interaction is being run')
    const method = request.method ?? 'GET'
    const headers = endToEnd(joinedHeaders(request.headers))
    const hasBody = body.length > 0 || request.headers['content-length'] !== undefined
    const reply = await tap(
      interactionRun,
      { method, path, headers, body: hasBody ? body : undefined },
      target,
      signal,
    )
    if (reply) passOn(reply, method, response)
    else
      refuse(
        response,
        `the provider gave no reply: ${interactionRun.unanswered?.message ?? interactionRun.setUpFailure}`,
      )
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    providerUrl: (contract) => `${origin}/provider/${contract}`,
    stateUrl: (contract) => `${origin}/states/${contract}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function passOn({ status, headers, body }: RawReply, method: string, response: ServerResponse): void {
  for (const [name, value] of Object.entries(endToEnd(headers)))
    if (value !== undefined) response.setHeader(name, value)
  const length = method === 'HEAD' ? headers['content-length'] : undefined
  if (length !== undefined) response.setHeader('content-length', length)
  // No reply came, and perhaps never will: Pact cannot be told so.
  response.writeHead(status || 502).end(method === 'HEAD' || body.length === 0 ? undefined : body)
}

function refuse(response: ServerResponse, error: string): void {
  response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}

interface StateReply {
  readonly status: number
  readonly body: string
}

/**
 * Answers Pact's calls around an interaction: `{ action: 'setup' | 'teardown', state, params: { interaction } }`.
 * A failed set-up answers 422, after which Pact sends no request; it would retry 5xx for two minutes. A teardown
 * always answers 200: another status would hide the mismatches.
 */
async function answerStateCall(
  queue: InteractionQueue,
  contract: ContractKind,
  text: string,
): Promise<StateReply> {
  const call = readBody(text)
  const parameters = isObject(call) && isObject(call.params) ? call.params : {}
  const interactionRun = queue.find(contract, parameters.interaction)
  if (!isObject(call) || !interactionRun)
    return failed(`the ${contract} contract has no interaction for ${text}`)
  if (call.action === 'teardown') {
    await queue.end(interactionRun)
    return { status: 200, body: '{}' }
  }
  await queue.begin(interactionRun)
  if (interactionRun.setUpFailure !== undefined) return failed(interactionRun.setUpFailure)
  return { status: 200, body: stringifyJson(interactionRun.values) }
}

function failed(error: string): StateReply {
  return { status: 422, body: stringifyJson({ error }) }
}
