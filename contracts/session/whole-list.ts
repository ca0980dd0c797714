import type { JsonValue } from '../../handlers/model/json.ts'
import type { ReceivedReply, Send } from '../document/exchange.ts'
import { asList } from '../document/post-text.ts'

/** A list as it was read, page by page. */
export interface WholeList {
  readonly items: readonly JsonValue[]
  /** The reply that is no list, if one of them is none: then the items are not all. */
  readonly broken?: ReceivedReply
}

/** Reads the list, with the pages that its Link headers lead to (RFC 8288): a list in pages is whole, one that is cut off is not. */
export async function readWholeList(send: Send): Promise<WholeList> {
  const items: JsonValue[] = []
  let last = ''
  for (let path: string | undefined = '/posts'; path !== undefined; ) {
    const reply: ReceivedReply = await send({ method: 'GET', path, headers: {} })
    const page = reply.status === 200 ? asList(reply.body) : undefined
    if (!page) return { items, broken: reply }
    // A service that pays no heed to the query has the same page behind every link.
    if (last !== '' && reply.body === last) break
    items.push(...page)
    last = reply.body
    path = page.length > 0 ? nextPage(reply) : undefined
  }
  return { items }
}

/** The path below the base address of the page that follows. */
export function nextPage({ headers }: ReceivedReply): string | undefined {
  const target = headers.link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/i)?.[1]
  const query = target?.match(/\?[^#]*/)?.[0]
  return query && `/posts${query}`
}
