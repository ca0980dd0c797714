import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A provider as it looks from far away. */
export interface DistantProvider {
  /** Its address, such as `http://127.0.0.1:43121/v1`. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Puts a distance between a client and a provider: every request arrives so many milliseconds later. Timers alone make it, so it
 * costs no processor time, and requests on different connections overlap.
 *
 * @param url the address of the provider, with a port.
 */
export async function atDistance(url: string, milliseconds: number): Promise<DistantProvider> {
  const { hostname, port, pathname } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const provider = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, provider],
      [provider, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    // Timers of the same length fire in their order, so the bytes keep theirs.
    client.on('data', (bytes) => setTimeout(() => provider.write(bytes), milliseconds))
    provider.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    async close() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
