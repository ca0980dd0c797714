import type { BaseUrl } from '../../handlers/http/base-url.ts'
import type { UnhandledRequest } from '../node/listener.ts'

/**
 * A pattern of the addresses that have to be looked at. It may match too much, and the host looks twice; but what it
 * leaves out never leaves Chromium's side of Playwright: a page that loads two hundred modules from a development server
 * would else pay a message for each.
 */
export function matcherFor({ path }: BaseUrl, policy: UnhandledRequest): RegExp {
  if (policy === 'warn' || policy === 'error' || path === '') return everything
  const nearMiss = policy === 'near-miss' ? '|/posts(?:/[^/?#]*)?/?(?:[?#]|$)' : ''
  return new RegExp(`${escaped(path)}(?:[/?#]|$)${nearMiss}`)
}

/** For handlers of the user, which may be about any address. */
export const everything = /^/

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
