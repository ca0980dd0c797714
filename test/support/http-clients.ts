import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import axios from 'axios'
import got from 'got'
import ky from 'ky'
import nodeFetch from 'node-fetch'
import superagent from 'superagent'
import * as undici from 'undici'

/** A request as each client of the table is asked to send it; a body is JSON text. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  body?: string
  signal?: AbortSignal
}

/** What came back: the exact text, whatever a client would have made of it. */
export interface Outcome {
  status: number
  text: string
}

type FetchLike = (url: string, init: RequestInit) => Promise<Pick<Response, 'status' | 'text'>>

/** What all clients call by the same names. */
function initOf({ method, body, signal }: Call) {
  return {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  }
}

const kept = globalThis.fetch

/** The clients that people use in Node, each brought to one form: resolves for every status, rejects without one. */
export const clients: Record<string, (call: Call) => Promise<Outcome>> = {
  fetch: (call) => viaFetch((url, init) => fetch(url, init), call),
  'a fetch kept from before': (call) => viaFetch(kept, call),
  'axios (http)': (call) => viaAxios('http', call),
  'axios (fetch)': (call) => viaAxios('fetch', call),
  ky: (call) => viaFetch((url, init) => ky(url, { ...init, throwHttpErrors: false, retry: 0 }), call),
  'node-fetch': (call) => viaFetch(nodeFetch as unknown as FetchLike, call),
  'undici fetch': (call) => viaFetch(undici.fetch as unknown as FetchLike, call),
  async 'undici request'(call) {
    const { statusCode, body } = await undici.request(call.url, initOf(call))
    return { status: statusCode, text: await body.text() }
  },
  async got(call) {
    const options = { ...initOf(call), throwHttpErrors: false, retry: { limit: 0 } }
    const response = await got(call.url, options)
    return { status: response.statusCode, text: response.body }
  },
  superagent: viaSuperagent,
  'node:http and node:https': viaNode,
}

export async function viaFetch(fetchLike: FetchLike, call: Call): Promise<Outcome> {
  const response = await fetchLike(call.url, initOf(call))
  return { status: response.status, text: await response.text() }
}

async function viaAxios(adapter: 'http' | 'fetch', call: Call): Promise<Outcome> {
  const { body: data, ...init } = initOf(call)
  const response = await axios<string>(call.url, {
    ...init,
    ...(data === undefined ? {} : { data }),
    adapter,
    responseType: 'text',
    transformResponse: (text) => text,
    validateStatus: () => true,
  })
  return { status: response.status, text: response.data ?? '' }
}

async function viaSuperagent(call: Call): Promise<Outcome> {
  const request = superagent(call.method, call.url)
    .set(initOf(call).headers as Record<string, string>)
    .buffer(true)
    .parse(superagent.parse['text/*'] as never)
    .ok(() => true)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  call.signal?.addEventListener('abort', () => {
    request.abort()
    reject(call.signal?.reason)
  })
  const response = await Promise.race([call.body === undefined ? request : request.send(call.body), aborted])
  return { status: response.status, text: response.text ?? '' }
}

async function viaNode(call: Call): Promise<Outcome> {
  const { request } = call.url.startsWith('https:') ? https : http
  const { body, ...options } = initOf(call)
  const sent = request(call.url, options).end(body)
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage]
  return { status: response.statusCode ?? 0, text: await text(response) }
}
