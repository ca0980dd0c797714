import type { APIRequestContext, Request } from '@playwright/test'

type RequestOptions = NonNullable<Parameters<APIRequestContext['fetch']>[1]>

/** A request that replaces one for the mock. */
export interface Rewritten {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** @returns undefined to send the request unchanged. */
export type Rewrite = (url: URL) => Promise<Rewritten | undefined> | Rewritten | undefined

const verbs = ['fetch', 'get', 'head', 'post', 'put', 'patch', 'delete'] as const

/**
 * Rewrites the requests of an API request context. Playwright has no routes for them, so the methods of the context are
 * replaced by wrappers.
 *
 * @param baseURL the base of relative addresses.
 * @returns a function that restores the methods.
 */
export function rewriteRequests(
  context: APIRequestContext,
  baseURL: string | undefined,
  rewrite: Rewrite,
): () => void {
  const originals = Object.fromEntries(verbs.map((verb) => [verb, context[verb]]))
  for (const verb of verbs) {
    const send = context[verb].bind(context)
    context[verb] = async (given: string | Request, options?: RequestOptions) => {
      const url = URL.parse(typeof given === 'string' ? given : given.url(), baseURL)
      const rewritten = url ? await rewrite(url) : undefined
      if (!url || !rewritten) return send(given as string, options)
      const headers = { ...headersOf(given), ...options?.headers, ...rewritten.headers }
      const response = await send(rewritten.url, { ...optionsOf(given), ...options, headers })
      return Object.assign(response, { url: () => url.href })
    }
  }
  return () => void Object.assign(context, originals)
}

function headersOf(given: string | Request): Record<string, string> {
  return typeof given === 'string' ? {} : given.headers()
}

/** The options that `fetch` would take from a given request. */
function optionsOf(given: string | Request): RequestOptions {
  if (typeof given === 'string') return {}
  const data = given.postDataBuffer()
  return { method: given.method(), ...(data && { data }) }
}
