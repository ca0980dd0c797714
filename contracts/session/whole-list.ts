import type { JsonValue } from '../../handlers/model/json.ts'
import type { Exchange, ReceivedReply, Send } from '../document/exchange.ts'
import { asList } from '../document/post-text.ts'
import { ProviderUnreachable } from './client/provider-unreachable.ts'
import { arePagesTooLong } from './client/reply-bounds.ts'

/** A list as it was read, page by page. */
export interface WholeList {
  readonly items: readonly JsonValue[]
  /** The reply that is not a list, if one of them is none: then the items are not all. */
  readonly broken?: ReceivedReply
  /** The first page whose link to the next one does not lead to the list, and where it leads. */
  readonly astray?: { readonly page: Exchange; readonly link: string }
  /** Whether it has pages. */
  readonly isPaged: boolean
}

/** More pages and posts than any list of a provider under test has. */
const mostPages = 1000
const mostItems = 1_000_000

/**
 * Reads the list, with the pages that its Link headers lead to (RFC 8288): a list in pages is whole, one that is cut off is
 * not.
 *
 * @throws ProviderUnreachable where the pages come to no end.
 */
export async function readWholeList(send: Send): Promise<WholeList> {
  const pages: (readonly JsonValue[])[] = []
  const known = new Set<string>()
  let last = ''
  let count = 0
  let length = 0
  let astray: WholeList['astray']
  for (let path: string | undefined = '/posts'; path !== undefined && !known.has(path); ) {
    known.add(path)
    const request = { method: 'GET', path, headers: {} }
    const reply: ReceivedReply = await send(request)
    const page = reply.status === 200 ? asList(reply.body) : undefined
    if (!page) return { items: pages.flat(), broken: reply, isPaged: pages.length > 0 }
    // A service that pays no heed to the query has the same page behind every link.
    if (last !== '' && reply.body === last) break
    pages.push(page)
    count += page.length
    length += reply.body.length
    const isTooLong = pages.length > 1 && arePagesTooLong(length, count)
    if (pages.length > mostPages || count > mostItems || isTooLong) throw endless(count, length)
    last = reply.body
    const target = page.length > 0 ? nextTarget(reply) : undefined
    path = target && pathOf(target)
    if (target && !/\/v1\/posts\/?$/.test(target.pathname))
      astray ??= { page: { request, reply }, link: target.pathname + target.search }
  }
  const [only = []] = pages
  const isPaged = pages.length > 1
  return { items: isPaged ? pages.flat() : only, isPaged, ...(astray === undefined ? {} : { astray }) }
}

function endless(count: number, length: number): ProviderUnreachable {
  const fact = `its pages hold ${count.toLocaleString('en')} posts so far, in ${length.toLocaleString('en')} characters, and more may follow`
  const bound = `more than ${mostPages.toLocaleString('en')} pages, ${mostItems.toLocaleString('en')} posts or 32 MiB, 64 bytes more for each post`
  return new ProviderUnreachable(
    'too-large',
    `Failed to read the list: ${fact}. A run reads no list of ${bound}: use a provider that holds less.`,
  )
}

/** The path below the base address of the page that follows, wherever in the provider its address is said to be. */
export function nextPage(reply: ReceivedReply): string | undefined {
  const target = nextTarget(reply)
  return target && pathOf(target)
}

function pathOf({ search }: URL): string | undefined {
  return search === '' ? undefined : `/posts${search}`
}

/** Where the link to the page that follows leads, at whichever host. Found in time that grows with the header alone. */
function nextTarget({ headers }: ReceivedReply): URL | undefined {
  for (const link of headers.link?.split(/,(?=\s*<)/) ?? []) {
    const [target = '', ...parameters] = link.split('>')
    const address = target.slice(target.indexOf('<') + 1)
    if (/;\s*rel="?next"?/i.test(parameters.join('>')))
      return URL.canParse(address, list) ? new URL(address, list) : undefined
  }
  return undefined
}

/** What a link in the list is relative to. */
const list = 'http://host/v1/posts'
