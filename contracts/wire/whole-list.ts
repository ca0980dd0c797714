import LinkHeader from 'http-link-header'
import { isObject, type JsonValue } from '../../handlers/model/json.ts'
import { counted } from '../counted.ts'
import { listPath } from '../scenarios/addresses.ts'
import { plainRequest, type ReceivedReply, type Send } from '../scenarios/exchange.ts'
import { asList, readBody } from '../scenarios/post-text.ts'
import { ProviderUnreachable } from './failure.ts'
import { mostReplyBytes } from './messages.ts'
import { isSuccess } from './status.ts'

/** A list with all its pages. */
export interface WholeList {
  readonly items: readonly JsonValue[]
  /** The first reply that is not a list; the items are incomplete then. */
  readonly broken?: ReceivedReply
  readonly isPaged: boolean
}

/** The limits of a list: it has at most as many characters as one reply. */
const mostPages = 1000

/**
 * Reads the list and the pages that its Link headers lead to (RFC 8288).
 *
 * @throws ProviderUnreachable where there are too many pages or posts.
 */
export async function readWholeList(send: Send): Promise<WholeList> {
  const pages = new Pages()
  const read: (readonly JsonValue[])[] = []
  let length = 0
  for (let path: string | undefined = listPath; path !== undefined; ) {
    const reply: ReceivedReply = await send(plainRequest('GET', path))
    const isList = reply.status === 200 && asList(reply.body) !== undefined
    const page: Page | undefined = isList ? pages.add(path, reply) : undefined
    if (!page) return { items: read.flat(), broken: reply, isPaged: read.length > 0 }
    if (page.items.length > 0) read.push(page.items)
    length += reply.body.length
    if (read.length > mostPages || length > mostReplyBytes)
      throw new ProviderUnreachable(
        'too-large',
        `Failed to read the list: it has more than ${counted(mostPages)} pages or ${counted(mostReplyBytes)} characters. Use a provider with fewer posts.`,
      )
    path = page.next
  }
  return { items: read.flat(), isPaged: read.length > 1 }
}

/** A page of a list. */
export interface Page {
  readonly items: readonly JsonValue[]
  /** The path of the next one; undefined at the end of the list. */
  readonly next: string | undefined
}

const end: Page = { items: [], next: undefined }

/**
 * The pages of a list, in order: only this says where a list ends. It ends where no Link leads on, or leads back; at a
 * page without items; and at one that is the page before it again, as of a service that ignores the query. A list that
 * does not exist (404) has no items.
 */
export class Pages {
  readonly #known = new Set<string>()
  #last = { path: '', body: '' }

  /** Adds the reply to a request for a page. @returns undefined where it is not a page. */
  add(path: string, reply: ReceivedReply): Page | undefined {
    const isFirst = this.#known.size === 0
    this.#known.add(path)
    const items = itemsIn(reply)
    if (!items) return isFirst && reply.status === 404 ? end : undefined
    const last = this.#last
    this.#last = { path, body: reply.body }
    if (items.length === 0 || (path !== last.path && reply.body === last.body)) return end
    const next = nextPage(reply)
    return { items, next: next !== undefined && this.#known.has(next) ? undefined : next }
  }
}

/** The items in the reply to a list, also of an object that wraps it; undefined where it has none. */
export function itemsIn(reply: ReceivedReply): readonly JsonValue[] | undefined {
  const value = isSuccess(reply) ? readBody(reply.body) : undefined
  if (Array.isArray(value)) return value
  const wrapped = isObject(value) ? Object.values(value).filter(Array.isArray) : []
  return wrapped.length > 0 ? wrapped.flat() : undefined
}

/** The path of the next page, relative to the base address, at whichever host the link says. */
export function nextPage({ headers: { link = '' } }: ReceivedReply): string | undefined {
  try {
    // The library takes a comma after a blank for a name, and long for many blanks.
    const plain = link.replaceAll(/(\s)\s*(,?)/g, (_all, blank, comma) => comma || blank)
    const [next] = LinkHeader.parse(plain).rel('next')
    const { search } = new URL(next?.uri ?? '', `http://host/v1${listPath}`)
    return search === '' ? undefined : listPath + search
  } catch {
    // The header or its address is not valid.
    return undefined
  }
}
