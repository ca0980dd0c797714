import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listen } from './listen.ts'

export interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A part of an answer; `body` that is not text or bytes goes out as JSON. */
export interface Scripted {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: unknown
}

export type Script = (
  request: Arrived,
  response: ServerResponse,
) => Scripted | undefined | Promise<Scripted | undefined>

/** What the test folder `certificates` holds: made for tests, valid from 2020 to 2120, and trusted by nobody. */
export type Certificate = 'loopback' | 'self-signed'

/**
 * Starts a server on a free port of 127.0.0.1 that answers by a script; it ends with the test. A script that answers nothing
 * has dealt with the response itself.
 */
export async function startScriptedServer(script: Script, certificate?: Certificate) {
  const requests: Arrived[] = []
  const listener: RequestListener = async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const arrived = { method, path, headers, body: (await buffer(request)).toString() }
    requests.push(arrived)
    const scripted = await script(arrived, response)
    if (scripted) answer(response, scripted)
  }
  const server = certificate ? createTlsServer(tlsOf(certificate), listener) : createServer(listener)
  const { port, close } = await listen(server)
  onTestFinished(close)
  return {
    port,
    /** `http://127.0.0.1:PORT/v1` */
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}/v1`,
    requests,
    /** Requests so far, as `GET /v1/posts`. */
    get lines() {
      return requests.map(({ method, path }) => `${method} ${path}`)
    },
    close,
  }
}

function answer(response: ServerResponse, { status = 200, headers = {}, body }: Scripted): void {
  const plain = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  response.writeHead(status, plain ? { ...headers } : { 'content-type': 'application/json', ...headers })
  response.end(plain ? body : JSON.stringify(body))
}

/** The key and the certificate of a server. */
export function tlsOf(certificate: Certificate): { cert: Buffer; key: Buffer } {
  const read = (name: string) => readFileSync(join(import.meta.dirname, 'certificates', name))
  return { cert: read(`${certificate}.pem`), key: read('loopback.key') }
}
