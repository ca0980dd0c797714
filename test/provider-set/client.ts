import { setTimeout as wait } from 'node:timers/promises'
import { parse } from './exact-json.ts'

/** What came back for one request; `broken` says what is wrong with the bytes of the answer. */
export interface Exchange {
  readonly status: number
  readonly headers: Headers
  /** Where the answer came from, redirects followed. */
  readonly url: string
  /** The body as JSON, its integers as bigints; undefined without a body. */
  readonly json?: unknown
  readonly broken?: string
}

export type Client = (method: string, path: string, body?: string, type?: string) => Promise<Exchange>

/** A client that follows redirects and pages, and comes back after `Retry-After`: what a patient person with fetch would write. */
export function createClient(url: string, headers: Readonly<Record<string, string>> = {}): Client {
  return async (method, path, body, type = 'application/json') => {
    const sent = body === undefined ? headers : { ...headers, 'content-type': type }
    for (let tries = 0; ; tries++) {
      try {
        const response = await fetch(new URL(`${url}${path}`), { method, headers: sent, body: body ?? null })
        const bytes = await response.arrayBuffer()
        const later = response.headers.get('retry-after')
        if (later === null || tries === 3) return { ...about(response), ...readJson(response, bytes) }
        await wait(/^\d+$/.test(later) ? Number(later) * 1000 : Date.parse(later) - Date.now())
      } catch (cause) {
        return { status: 0, headers: new Headers(), url, broken: String(cause) }
      }
    }
  }
}

/** Reads the whole list, page after page where a `Link` header announces a next one. */
export async function readList(client: Client): Promise<Exchange> {
  const first = await client('GET', '/posts')
  const items = Array.isArray(first.json) ? [...first.json] : []
  let page = first
  for (;;) {
    const next = /<[^>]*\/v1([^>]+)>; *rel="?next/.exec(page.headers.get('link') ?? '')?.[1]
    if (next === undefined) return page === first ? first : { ...first, json: items }
    page = await client('GET', next)
    if (!Array.isArray(page.json)) return page
    items.push(...page.json)
  }
}

function about({ status, headers, url }: Response): Pick<Exchange, 'status' | 'headers' | 'url'> {
  return { status, headers, url }
}

function readJson(response: Response, bytes: ArrayBuffer): Pick<Exchange, 'json' | 'broken'> {
  // What an error looks like is not shown: neither its shape nor whether it is JSON at all is judged.
  if (bytes.byteLength === 0 || response.status >= 400) return {}
  const type = response.headers.get('content-type') ?? 'none'
  if (!/^application\/json\s*(;|$)/i.test(type)) return { broken: `the media type is ${type}` }
  try {
    return { json: parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) }
  } catch (cause) {
    return { broken: String(cause) }
  }
}
