import type { BaseUrl } from '../../handlers/base-url.ts'
import type { UnhandledRequest } from '../node/unhandled.ts'

/**
 * A pattern of the addresses that have to be looked at. It may match too much, and the host looks twice; but what it
 * leaves out never leaves Chromium's side of Playwright: a page that loads two hundred modules from a development server
 * would else pay a message for each.
 */
export function matcherFor({ text }: BaseUrl, policy: UnhandledRequest): RegExp {
  if (policy === 'warn' || policy === 'error') return everything
  const path = text.replace(/^(?:\*|https?:\/\/[^/]*)/i, '')
  const below = path === '' ? (text === '*' ? '/posts' : '') : escaped(path)
  const nearMiss = policy === 'near-miss' ? '|/posts(?:/[^/?#]*)?/?(?:[?#]|$)' : ''
  return below === '' ? everything : new RegExp(`${below}(?:[/?#]|$)${nearMiss}`)
}

/** For handlers of the user, which may be about any address. */
export const everything = /^/

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
