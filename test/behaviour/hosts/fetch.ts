import type { Reply, Step } from '../case.ts'
import { createMockFor } from './core.ts'
import type { Host } from './host.ts'

/** What no `fetch` sends, wherever it goes. */
export const fetchSkips = { 'body-on-get': 'the Fetch Standard lets no GET or HEAD have a body' } as const

const base = 'https://api.example.com/v1'

/** `mock.fetch`: no interception and no network. */
export const fetchHost: Host = {
  name: 'mock.fetch',
  skips: fetchSkips,
  open(profile) {
    const mock = createMockFor(profile, base)
    return {
      profile,
      base,
      send: (step) => sendByFetch(mock.fetch, base, step),
      reset: () => mock.reset(),
      close() {},
    }
  },
}

/** Sends a step by some `fetch`. Bytes have no media type of their own, where a text would get one. */
export async function sendByFetch(fetch: typeof globalThis.fetch, base: string, step: Step): Promise<Reply> {
  const { method, path, headers, body } = step
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const response = await fetch(`${base}${path}`, {
    method,
    headers,
    ...(bytes ? { body: bytes as BodyInit } : {}),
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}
