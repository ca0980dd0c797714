import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isObject, stringifyJson } from '../../../handlers/model/json.ts'
import { defined } from '../../../handlers/model/members.ts'
import type { ReceivedReply, Send } from '../../scenarios/exchange.ts'
import { readBody } from '../../scenarios/post-text.ts'
import type { StateValues } from '../../scenarios/scenario.ts'
import { noDecisionIn } from '../../wire/status.ts'

/** The verdict of Pact's own verifier on a contract. Plain data. */
export interface PactVerdict {
  /** How many interactions it sent and accepted. */
  readonly accepted: number
  /** What it did not accept: the key of the interaction, and Pact's words. */
  readonly refused: readonly { readonly key: string; readonly message: string }[]
  /** Why it did not judge all. */
  readonly failure?: string
}

export interface PactReplay {
  /** Sends requests through a session, which knows what may be written to and adds the credentials. */
  readonly send: Send
  /** Makes the state of an interaction true, and returns its values. */
  setUp(key: string): Promise<StateValues>
  /** Writes the Pact file, with the key of each interaction as a parameter of its state. @returns its path. */
  write(folder: string): string
  readonly signal: AbortSignal
}

/**
 * Has Pact's own verifier replay interactions at a provider. Its requests go through the session of the run, so that
 * nothing is written to posts of others. Never rejects for a provider's failure.
 */
export async function verifyWithPact({ write, signal, ...options }: PactReplay): Promise<PactVerdict> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-'))
  await using forwarder = await startForwarder(options)
  try {
    const { origin, unsent } = forwarder
    const answer = await runVerifier(write(folder), origin, signal)
    if ('failure' in answer) return { accepted: 0, refused: [], failure: answer.failure }
    const { interactionResults = [] } = JSON.parse(answer.report) as PactReport
    const judged = interactionResults.filter((each) => !unsent.has(each.interactionKey))
    const refused = judged
      .filter(({ result }) => result !== 'OK')
      .map((each) => ({ key: each.interactionKey, message: messageOf(each) }))
    const [failure] = unsent.values()
    return {
      accepted: judged.length - refused.length,
      refused,
      ...defined({ failure }),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Pact's report as JSON, or why there is none. */
export type VerifierAnswer = { readonly report: string } | { readonly failure: string }

/** Environment variables that would change the result. */
const ambient = /^(?:pact_.*|rust_.*|log_level|node_options|node_debug|(?:https?|all|no|ftp)_proxy)$/i

// A .ts file in the sources, a .js file in the package.
const childFile = join(import.meta.dirname, `child${extname(import.meta.filename)}`)

/** Has Pact's verifier replay a Pact file at an address. @param signal ends it; the process is killed. */
async function runVerifier(pactFile: string, origin: string, signal: AbortSignal): Promise<VerifierAnswer> {
  const environment = Object.entries(process.env).filter(([name]) => !ambient.test(name))
  let answer: VerifierAnswer = { failure: "Pact's process ended without an answer" }
  try {
    const child = fork(childFile, [pactFile, origin], {
      env: { ...Object.fromEntries(environment), PACT_DO_NOT_TRACK: 'true' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal,
      killSignal: 'SIGKILL',
    })
    child.on('message', (message) => {
      answer = message as VerifierAnswer
    })
    await once(child, 'close')
    return answer
  } catch {
    return signal.aborted ? { failure: 'the run was over' } : answer
  }
}

interface PactReport {
  readonly interactionResults?: readonly InteractionResult[]
}

interface InteractionResult {
  readonly interactionKey: string
  readonly result: string
  readonly mismatch?: {
    readonly mismatches?: readonly { readonly mismatch: string; readonly path?: string }[]
    readonly message?: string
  }
}

/** A mismatch quotes the reply: it is cut. */
function messageOf({ mismatch }: InteractionResult): string {
  const [first] = mismatch?.mismatches ?? []
  const place = first?.path === undefined ? '' : `${first.path}: `
  const message = first ? `${place}${first.mismatch}` : mismatch?.message
  return (message ?? 'Pact gave no reason').slice(0, 300)
}

/** Longer replies are not passed on, in characters: Pact needs many times as much memory. */
const longest = 1_000_000

/** Starts a server on loopback that sends Pact's requests to a provider. */
async function startForwarder({ send, setUp }: Pick<PactReplay, 'send' | 'setUp'>) {
  /** Why requests were not sent, or not answered, by the key of the interaction. */
  const unsent = new Map<string, string>()
  let current = ''
  /** Answers `{ state, params: { interaction } }`: an interaction has one state. */
  const changeState = async (body: string): Promise<ReceivedReply> => {
    const call = readBody(body)
    const { interaction = '' } = isObject(call) && isObject(call.params) ? call.params : {}
    current = String(interaction)
    return json(200, stringifyJson(await setUp(current)))
  }
  const forward = async (request: IncomingMessage, body: string): Promise<ReceivedReply> => {
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
    /** Where Pact sends requests, and below it, to `/states`, what each of them needs. */
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unsent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function json(status: number, body: string): ReceivedReply {
  return { status, headers: { 'content-type': 'application/json' }, body }
}
