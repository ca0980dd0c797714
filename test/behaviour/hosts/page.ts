import type { Page } from '@playwright/test'
import { bytesOf, type Reply, type Step } from '../case.ts'

export const pageSkips = {
  'body-on-get': 'the Fetch Standard lets no GET or HEAD have a body',
  'any-method': 'the Fetch Standard lets no page send CONNECT, TRACE or TRACK',
  'origin-header': 'the Fetch Standard lets no page set its Origin header',
} as const

export function sendByPage(page: Page, base: string, { method, path, headers, body }: Step): Promise<Reply> {
  // A text goes to the page at a fifth of what bytes cost, but only as whole characters.
  const sent = typeof body === 'string' && !body.isWellFormed() ? bytesOf(body) : body
  return page.evaluate(
    async ({ url, method, headers, sent }) => {
      // Bytes have no media type of their own, where a text would get one.
      const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent
      const response = await fetch(url, { method, headers, ...(bytes && { body: bytes as BodyInit }) })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      }
    },
    { url: `${base}${path}`, method, headers, sent },
  )
}
