import type { JsonValue } from '../../handlers/model/json.ts'
import type { ReceivedReply, Send } from '../spec/exchange.ts'
import { asList } from '../spec/post-text.ts'
import { ProviderUnreachable } from './provider-unreachable.ts'
import { mostReplyBytes } from './received.ts'

/** A list with all its pages. */
export interface WholeList {
  readonly items: readonly JsonValue[]
  /** The first reply that is not a list; the items are incomplete then. */
  readonly broken?: ReceivedReply
  readonly isPaged: boolean
}

/** The limits of a list. */
const mostPages = 1000
const mostItems = 1_000_000

/**
 * Reads the list and the pages that its Link headers lead to (RFC 8288).
 *
 * @throws ProviderUnreachable where there are too many pages or posts.
 */
export async function readWholeList(send: Send): Promise<WholeList> {
  const pages: (readonly JsonValue[])[] = []
  const known = new Set<string>()
  let last = ''
  let count = 0
  let length = 0
  for (let path: string | undefined = '/posts'; path !== undefined && !known.has(path); ) {
    known.add(path)
    const reply: ReceivedReply = await send({ method: 'GET', path, headers: {} })
    const page = reply.status === 200 ? asList(reply.body) : undefined
    if (!page) return { items: pages.flat(), broken: reply, isPaged: pages.length > 0 }
    // A service that ignores the query returns the same page for every link.
    if (last !== '' && reply.body === last) break
    pages.push(page)
    count += page.length
    length += reply.body.length
    if (pages.length > mostPages || count > mostItems || length > mostReplyBytes) throw endless(count, length)
    last = reply.body
    const target = page.length > 0 ? nextTarget(reply) : undefined
    path = target && pathOf(target)
  }
  const [only = []] = pages
  const isPaged = pages.length > 1
  return { items: isPaged ? pages.flat() : only, isPaged }
}

function endless(count: number, length: number): ProviderUnreachable {
  const fact = `its pages have ${count.toLocaleString('en')} posts in ${length.toLocaleString('en')} characters so far`
  const bound = `${mostPages.toLocaleString('en')} pages, ${mostItems.toLocaleString('en')} posts or ${mostReplyBytes.toLocaleString('en')} characters`
  return new ProviderUnreachable(
    'too-large',
    `Failed to read the list: ${fact}. The limit is ${bound}: use a provider with fewer posts.`,
  )
}

/** The path of the next page, relative to the base address, at whichever host the link says. */
export function nextPage(reply: ReceivedReply): string | undefined {
  const target = nextTarget(reply)
  return target && pathOf(target)
}

function pathOf({ search }: URL): string | undefined {
  return search === '' ? undefined : `/posts${search}`
}

/** The target of the next link, found in time proportional to the header's length. */
function nextTarget({ headers }: ReceivedReply): URL | undefined {
  for (const link of headers.link?.split(/,(?=\s*<)/) ?? []) {
    const [target = '', ...parameters] = link.split('>')
    const address = target.slice(target.indexOf('<') + 1)
    if (/;\s*rel="?next"?/i.test(parameters.join('>')))
      return URL.canParse(address, list) ? new URL(address, list) : undefined
  }
  return undefined
}

/** The base of relative links. */
const list = 'http://host/v1/posts'
