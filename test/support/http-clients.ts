import http from 'node:http'
import https from 'node:https'
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

const json = { 'content-type': 'application/json' }
const headersOf = ({ body }: Call): Record<string, string> => (body === undefined ? {} : json)
const optional = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>

const kept = globalThis.fetch

/** The clients that people use in Node, each brought to one form: resolves for every status, rejects without one. */
export const clients: Record<string, (call: Call) => Promise<Outcome>> = {
  fetch: (call) => viaFetch((url, init) => fetch(url, init), call),
  'a fetch kept from before': (call) => viaFetch(kept, call),
  'axios (http)': (call) => viaAxios('http', call),
  'axios (fetch)': (call) => viaAxios('fetch', call),
  ky: (call) => viaFetch((url, init) => ky(url, { ...init, throwHttpErrors: false, retry: 0 }), call),
  got: viaGot,
  superagent: viaSuperagent,
  'node-fetch': async (call) => {
    const response = await nodeFetch(call.url, {
      method: call.method,
      headers: headersOf(call),
      ...optional('body', call.body),
      ...optional('signal', call.signal),
    })
    return { status: response.status, text: await response.text() }
  },
  'undici fetch': async (call) => {
    const response = await undici.fetch(call.url, {
      method: call.method,
      headers: headersOf(call),
      ...optional('body', call.body),
      ...optional('signal', call.signal),
    })
    return { status: response.status, text: await response.text() }
  },
  'undici request': async (call) => {
    const { statusCode, body } = await undici.request(call.url, {
      method: call.method,
      headers: headersOf(call),
      ...optional('body', call.body),
      ...optional('signal', call.signal),
    })
    return { status: statusCode, text: await body.text() }
  },
  'node:http and node:https': viaNode,
}

type FetchLike = (url: string, init: RequestInit) => Promise<Response>

/** Sends with something that has the form of `fetch`. */
export async function viaFetch(fetchLike: FetchLike, call: Call): Promise<Outcome> {
  const response = await fetchLike(call.url, {
    method: call.method,
    headers: headersOf(call),
    ...optional('body', call.body),
    ...optional('signal', call.signal),
  })
  return { status: response.status, text: await response.text() }
}

async function viaAxios(adapter: 'http' | 'fetch', call: Call): Promise<Outcome> {
  const response = await axios<string>(call.url, {
    adapter,
    method: call.method,
    headers: headersOf(call),
    responseType: 'text',
    transformResponse: (text) => text,
    validateStatus: () => true,
    ...optional('data', call.body),
    ...optional('signal', call.signal),
  })
  return { status: response.status, text: response.data ?? '' }
}

async function viaGot(call: Call): Promise<Outcome> {
  const response = await got(call.url, {
    method: call.method,
    headers: headersOf(call),
    throwHttpErrors: false,
    retry: { limit: 0 },
    ...optional('body', call.body),
    ...optional('signal', call.signal),
  })
  return { status: response.statusCode, text: response.body }
}

async function viaSuperagent(call: Call): Promise<Outcome> {
  const request = superagent(call.method, call.url)
    .set(headersOf(call))
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

function viaNode(call: Call): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const { request } = call.url.startsWith('https:') ? https : http
    const options = { method: call.method, headers: headersOf(call), ...optional('signal', call.signal) }
    request(call.url, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end(call.body)
  })
}
