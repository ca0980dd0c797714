import { counted } from '../../handlers/choices/kinds.ts'
import { isObject, type JsonValue } from '../../handlers/model/json.ts'
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
  const pages: (readonly JsonValue[])[] = []
  const known = new Set<string>()
  let last = ''
  let length = 0
  for (let path: string | undefined = listPath; path !== undefined && !known.has(path); ) {
    known.add(path)
    const reply: ReceivedReply = await send(plainRequest('GET', path))
    const page = reply.status === 200 ? asList(reply.body) : undefined
    if (!page) return { items: pages.flat(), broken: reply, isPaged: pages.length > 0 }
    // A service that ignores the query returns the same page for every link.
    if (last !== '' && reply.body === last) break
    pages.push(page)
    length += reply.body.length
    if (pages.length > mostPages || length > mostReplyBytes)
      throw new ProviderUnreachable(
        'too-large',
        `Failed to read the list: it has more than ${counted(mostPages)} pages or ${counted(mostReplyBytes)} characters. Use a provider with fewer posts.`,
      )
    last = reply.body
    path = page.length > 0 ? nextPage(reply) : undefined
  }
  return { items: pages.flat(), isPaged: pages.length > 1 }
}

/** The items in the reply to a list, also of an object that wraps it; undefined where it has none. */
export function itemsIn(reply: ReceivedReply): readonly JsonValue[] | undefined {
  const value = isSuccess(reply) ? readBody(reply.body) : undefined
  if (Array.isArray(value)) return value
  const wrapped = isObject(value) ? Object.values(value).filter(Array.isArray) : []
  return wrapped.length > 0 ? wrapped.flat() : undefined
}

/** The path of the next page, relative to the base address, at whichever host the link says. */
export function nextPage({ headers }: ReceivedReply): string | undefined {
  for (const link of headers.link?.split(/,(?=\s*<)/) ?? []) {
    const [target = '', ...parameters] = link.split('>')
    if (!relationsIn(parameters.join('>')).includes('next')) continue
    const address = target.slice(target.indexOf('<') + 1)
    const search = URL.canParse(address, list) ? new URL(address, list).search : ''
    return search === '' ? undefined : listPath + search
  }
  return undefined
}

/** The relations of a link: one parameter with names apart by blanks (RFC 8288, section 3.3). */
function relationsIn(parameters: string): readonly string[] {
  const [, quoted, token = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? []
  return (quoted ?? token).toLowerCase().split(/\s+/)
}

/** The base of relative links. */
const list = `http://host/v1${listPath}`
