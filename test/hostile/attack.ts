import { connect, type Socket } from 'node:net'

/** The server under attack. */
export interface Target {
  readonly origin: string
  readonly port: number
}

/** What is tried, and what has to come of it: a failed expectation throws. */
export type Attack = (target: Target) => Promise<void>

/** Opens a connection that an attacker holds; errors on it are the attacker's. */
export async function dial({ port }: Target): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await new Promise((settle) => socket.once('connect', settle))
  return socket
}

/** Sends bytes, and gathers what comes back until the connection ends or nothing comes for a time. */
export async function exchange(target: Target, bytes: string | Buffer, quiet = 400): Promise<string> {
  const socket = await dial(target)
  let text = ''
  socket.setTimeout(quiet, () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1').slice(0, 100_000)
  })
  const closed = new Promise((settle) => socket.once('close', settle))
  socket.write(bytes)
  await closed
  return text
}

/** Sends bytes, and gives the status of the first reply; 0 where the connection ends without one. */
export async function firstStatus(target: Target, bytes: string | Buffer): Promise<number> {
  const socket = await dial(target)
  const first = new Promise<string>((settle) => {
    socket.once('data', (chunk: Buffer) => settle(chunk.toString('latin1')))
    socket.once('close', () => settle(''))
  })
  socket.write(bytes)
  const text = await first
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
}

/** @throws where the value is none of those expected. */
export function expectOneOf<Value>(what: string, value: Value, ...expected: Value[]): void {
  if (!expected.includes(value)) throw new Error(`${what} is ${value}, not ${expected.join(' or ')}`)
}

/** A request head with a Host, and no body. */
export function head(method: string, path: string, ...headers: string[]): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n')
}

/** A request with JSON. */
export async function send(
  { origin }: Target,
  method: string,
  path: string,
  body?: string | undefined,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const response = await fetch(origin + path, {
    method,
    body: body ?? null,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.status, text: await response.text() }
}
