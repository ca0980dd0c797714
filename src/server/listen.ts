import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UnderstudyError } from '../../handlers/model/errors.ts'

/**
 * @returns the address, with the actual port for port 0.
 * @throws UnderstudyError `PORT_IN_USE`, `PORT_REFUSED`
 */
export async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  await new Promise<void>((settle, fail) => {
    const refused = (error: NodeJS.ErrnoException) => fail(explain(error, port, host))
    server.once('error', refused)
    server.listen({ port, host }, () => {
      server.removeListener('error', refused)
      settle()
    })
  })
  return server.address() as AddressInfo
}

/** The origin of an address for a client on this machine. */
export function originOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (address === '::') return `http://[::1]:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): UnderstudyError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UnderstudyError(
        'PORT_IN_USE',
        `Failed to serve on port ${port}: another program listens there. Pass another \`port\`, or 0 for a free one.`,
        { cause: error },
      )
    case 'EACCES':
      return new UnderstudyError(
        'PORT_REFUSED',
        `Failed to serve on port ${port}: the system does not let this user have it. Pass a \`port\` from 1024.`,
        { cause: error },
      )
    default:
      return new UnderstudyError(
        'PORT_REFUSED',
        `Failed to serve on ${JSON.stringify(host)}: ${error.code ?? error.message}. Pass a \`host\` that this machine has, such as "127.0.0.1".`,
        { cause: error },
      )
  }
}
