import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { type Call, type Draft, HonestPosts } from './honest-posts.ts'

/** A provider that does harm. It is a correct posts service wherever its functions leave the reply alone. */
export interface HostileProvider {
  /** Kebab case, unique in all sets. */
  readonly name: string
  /** What it does, in a sentence. */
  readonly about: string
  /** How many posts of others it holds at first. Default 3. */
  readonly posts?: number
  /** Changes the honest reply, or gives another. */
  readonly reply?: (draft: Draft, call: Call, service: HonestPosts) => Draft | undefined | Promise<Draft>
  /** Answers by itself over node:http; true where it has. */
  readonly raw?: (response: ServerResponse, draft: Draft, call: Call) => boolean | Promise<boolean>
  /** Answers below HTTP: told of each connection. */
  readonly socket?: (socket: Socket) => void
  /** What the run has to come to, beside ending well. Default any of the exit codes. */
  readonly expect?: { readonly code?: readonly number[]; readonly says?: RegExp }
}

/** A hostile provider that listens. */
export interface HostileServer extends AsyncDisposable {
  readonly url: string
  readonly service: HonestPosts
}

/** Starts a hostile provider on this machine's loopback. */
export async function startHostile(provider: HostileProvider): Promise<HostileServer> {
  const service = new HonestPosts(provider.posts ?? 3)
  const sockets = new Set<Socket>()
  const server: Server = provider.socket
    ? createTcpServer(provider.socket)
    : createServer({ keepAliveTimeout: 60_000 }, answering(provider, service))
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    service,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function answering({ reply, raw }: HostileProvider, service: HonestPosts) {
  let index = 0
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = Buffer.concat(await request.toArray()).toString()
      const path = (request.url ?? '').replace(/^\/v1/, '')
      const call = { method: request.method ?? 'GET', path, body, index: index++ }
      const honest = service.answer(call)
      const draft = (await reply?.(honest, call, service)) ?? honest
      if (await raw?.(response, draft, call)) return
      response.writeHead(draft.status, draft.headers).end(call.method === 'HEAD' ? undefined : draft.body)
    } catch {
      response.destroy()
    }
  }
}

/** Asks whether a call reads the list. */
export function isList({ method, path }: Call): boolean {
  return method === 'GET' && /^\/posts(?:\?|$)/.test(path)
}

/** Asks whether a call reads a post. */
export function isRead({ method, path }: Call): boolean {
  return method === 'GET' && /^\/posts\/-?\d+$/.test(path)
}
