import type { BaseUrl } from '../../handlers/http/base-url.ts'
import type { UnhandledRequest } from '../node/listener.ts'

/**
 * A pattern of the addresses to handle. It may match too much: the host checks again. It exists for speed: without it, each of
 * the hundreds of modules that a development server loads would cost a message between Chromium and Playwright.
 */
export function matcherFor({ path }: BaseUrl, policy: UnhandledRequest): RegExp {
  if (policy === 'warn' || policy === 'error' || path === '') return everything
  const nearMiss = policy === 'near-miss' ? '|/posts(?:/[^/?#]*)?/?(?:[?#]|$)' : ''
  return new RegExp(`${escaped(path)}(?:[/?#]|$)${nearMiss}`)
}

/** For handlers of the user, which may match any address. */
export const everything = /^/

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
