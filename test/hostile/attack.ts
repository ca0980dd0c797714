import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { openSocket, statusesIn } from '../support/raw-socket.ts'

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
  await once(socket, 'connect')
  return socket
}

/** Sends bytes, and waits until the connection ends or nothing comes for a time. */
export async function flood(target: Target, bytes: string, quiet: number): Promise<void> {
  const socket = await dial(target)
  socket.setTimeout(quiet, () => socket.destroy()).resume()
  socket.write(bytes)
  await once(socket, 'close')
}

/** Sends bytes, and gives the status of the first reply; 0 where the connection ends without one. */
export async function firstStatus({ origin }: Target, bytes: string | Buffer): Promise<number> {
  const socket = openSocket(origin)
  socket.send(bytes)
  const received = await socket.until(/HTTP\/1\.1 \d{3} /).catch(() => '')
  socket.destroy()
  return statusesIn(received)[0] ?? 0
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
