import { connect, type Socket } from 'node:net'

/** Opens a bare connection to the server of a URL, for what no HTTP client would send. */
export function openSocket(url: string) {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  let received = ''
  const waiting = new Set<() => void>()
  socket.setEncoding('latin1')
  socket.on('data', (text) => {
    received += text
    for (const check of waiting) check()
  })
  socket.on('error', () => socket.destroy())
  return {
    send: (bytes: string | Uint8Array) => void socket.write(bytes),
    /** Settles with all that came so far once it matches. */
    until: (pattern: RegExp) =>
      new Promise<string>((settle, fail) => {
        const check = () => {
          if (!pattern.test(received)) return
          waiting.delete(check)
          settle(received)
        }
        waiting.add(check)
        socket.on('close', () => fail(new Error(`The connection ended before ${pattern}: ${received}`)))
        check()
      }),
    /** Settles with all that came once the server has ended the connection. */
    ended: new Promise<string>((settle) => socket.on('close', () => settle(received))),
    /** Ends the connection without a farewell. */
    destroy: () => void socket.destroy(),
  }
}

/** Sends bytes to the server of a URL, and settles with all that came until it ended the connection. */
export async function exchangeRaw(url: string, bytes: string | Uint8Array): Promise<string> {
  const socket = openSocket(url)
  socket.send(bytes)
  return await socket.ended
}

/** The status of every response in raw bytes, in their order. */
export function statusesIn(received: string): number[] {
  return Array.from(received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
}
