import type { Page } from '@playwright/test'

/** What a page got: the status, or the name of the error; header names in lower case. */
export interface Got {
  readonly status: number | string
  readonly headers: Readonly<Record<string, string>>
  /** The body, or the name of the error that came in its middle. */
  readonly text: string
}

/** Lets the page at `/` send a request by `fetch`. */
export function send(
  page: Page,
  method: string,
  url: string,
  body?: unknown,
  more: { readonly headers?: Record<string, string>; readonly timeout?: number } = {},
): Promise<Got> {
  return page.evaluate(
    async ({ method, url, body, more }) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' }
      const signal = more.timeout === undefined ? null : AbortSignal.timeout(more.timeout)
      const init = { method, signal, headers: { ...headers, ...more.headers } }
      try {
        const response = await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) })
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          text: await response.text().catch((error: Error) => error.name),
        }
      } catch (error) {
        return { status: (error as Error).name, headers: {}, text: '' }
      }
    },
    { method, url, body, more },
  )
}
