import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { stringifyJson } from '../../handlers/model/json.ts'
import { createPostsServer, type PostsServer } from '../../src/server.ts'
import { initialPosts } from '../behaviour/case.ts'
import { judge } from '../behaviour/oracle/judge.ts'
import { type ExactObject, Model } from '../behaviour/oracle/model.ts'
import { predict } from '../behaviour/oracle/predict.ts'
import { parse } from '../provider-set/exact-json.ts'
import { profileOf, roundLength } from './fuzz-core.ts'
import { parseHttp } from './parse-http.ts'
import { type RandomBytes, randomBytes } from './random-bytes.ts'
import { throwDice } from './random-request.ts'

/** How long a connection may stay open before it counts as hanging, in milliseconds. */
const patience = 20_000

/**
 * Sends random bytes to a real server under one random profile: HTTP, nearly HTTP and no HTTP.
 *
 * @returns what is wrong, each with the bytes that show it.
 */
export async function fuzzSocket(seed: number, round: number, requests = roundLength): Promise<string[]> {
  const dice = throwDice(seed, round)
  const profile = profileOf(seed, round)
  await using server = await createPostsServer({
    port: 0,
    profile,
    posts: initialPosts,
    journalLimit: 20,
    onWarning() {},
  })
  for (let count = 0; count < requests; count++) {
    const ids = server.posts.exact.list().map(({ id }) => BigInt(id))
    const sent = randomBytes(dice, ids)
    const model = modelOf(server)
    const found = await judgeBytes(sent, await exchange(server, sent), model, 'http://127.0.0.1/v1')
    if (found.length > 0)
      return [`${describe(sent)}: ${found.join('; ')}`, JSON.stringify(profile, bigintAsText)]
  }
  const { status } = await fetch(`${server.url}/posts`)
  return status === 200 ? [] : [`After ${requests} requests the list answers ${status}.`]
}

/** What the service holds, seen past HTTP: the bytes may have done anything, within one request. */
function modelOf(server: PostsServer): Model {
  const model = new Model(server.profile)
  // Posts may have come and gone between two looks: where the sequence stands is not known.
  model.brought.add(0n)
  const types = server.profile['post.extra-fields']
  const service = types === 'none' ? [] : Object.keys(types)
  for (const { id, title, content, ...others } of server.posts.exact.list()) {
    const extra = Object.fromEntries(Object.entries(others).filter(([name]) => !service.includes(name)))
    model.put(BigInt(id), { title, content, extra: parse(stringifyJson(extra)) as ExactObject })
  }
  return model
}

async function exchange(server: PostsServer, { pieces }: RandomBytes): Promise<Buffer | undefined> {
  const { hostname, port } = new URL(server.origin)
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
  const received: Buffer[] = []
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  socket.setTimeout(patience, () => {
    resolve(undefined)
    socket.destroy()
  })
  socket.on('data', (bytes) => received.push(bytes))
  // A reset after a refusal of bytes that were still coming is the network's way, not a fault.
  socket.on('error', () => {})
  socket.on('close', () => resolve(Buffer.concat(received)))
  for (const piece of pieces) {
    socket.write(piece)
    await turn()
  }
  socket.end()
  return promise
}

async function judgeBytes(
  sent: RandomBytes,
  received: Buffer | undefined,
  model: Model,
  url: string,
): Promise<string[]> {
  if (received === undefined) return [`left the connection open for ${patience} ms`]
  const text = received.toString('latin1').replace(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)+/, '')
  if (text === '') return sent.step ? ['closed the connection without a reply'] : []
  const first = text.slice(0, endOfFirst(text))
  const { profile } = model
  try {
    const isForHead =
      sent.method === 'HEAD' && !/^HTTP\/1.1 (?:400|408|413|431) .*\r\nconnection: close\r\n/s.test(first)
    const {
      status,
      headers,
      text: body,
    } = await parseHttp(Buffer.from(first, 'latin1'), isForHead ? 'HEAD' : 'GET')
    const isAskedFor =
      status === profile['method.other'] ||
      status === profile['input.client-id-taken'] ||
      (status === 501 && sent.method === 'CONNECT')
    if (status >= 500 && !isAskedFor) return [`answers ${status}: ${body.slice(0, 300)}`]
    if (!sent.step) return []
    return [
      ...judge(sent.step, { status, headers, text: body }, predict(sent.step, model), model, url).complaints,
    ]
  } catch (error) {
    return [`is not valid HTTP: ${error}: ${JSON.stringify(text.slice(0, 300))}`]
  }
}

/** Where the reply to a second request on the same connection begins. */
function endOfFirst(text: string): number {
  const next = text.indexOf('HTTP/1.1 ', 1)
  return next < 0 ? text.length : next
}

function describe({ pieces, step }: RandomBytes): string {
  const shown = pieces.map((piece) => JSON.stringify(piece.toString('latin1').slice(0, 1500)))
  return `${step ? 'A request' : 'Bytes'} ${shown.join(' + ')}`
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value
}
