import { extended } from '../../handlers/model/extended.ts'
import { parsePostId } from '../../handlers/model/post.ts'
import type { ReceivedReply, SentRequest } from '../document/exchange.ts'
import { type KnownIds, listingOf } from '../document/listing.ts'
import { asList } from '../document/post-text.ts'
import { ProviderUnreachable } from './client/provider-unreachable.ts'
import { type ProviderClient, received } from './client.ts'
import type { NoReply } from './ledger/open-creates.ts'
import type { Ledger } from './ledger.ts'
import type { RawRequest } from './target.ts'

/** A client whose writes the ledger follows from the moment they are sent. */
export interface WatchedClient extends ProviderClient {
  /** Resolves once no write is in progress; only then is it known what to remove. */
  idle(): Promise<void>
}

const writes = ['POST', 'PUT', 'PATCH', 'DELETE']
/** Failures before anything of a request arrived. */
const onTheWay = ['refused', 'unknown-host', 'no-route', 'certificate', 'no-tls', 'proxy', 'intercepted']

/**
 * Makes a ledger follow every write of a client: a run may end between the reply to a create and the read that was to
 * find its post.
 */
export function watchWrites(client: ProviderClient, ledger: Ledger): WatchedClient {
  const underWay = new Set<Promise<unknown>>()
  /** The ids in the latest list, page by page. */
  let pages: readonly KnownIds[] = []

  const follow = async <Reply>(
    { method, path }: { readonly method: string; readonly path: string },
    body: string,
    deliver: () => Promise<Reply>,
    read: (reply: Reply) => ReceivedReply | Promise<ReceivedReply>,
  ): Promise<Reply> => {
    const listed = pages
    const named = parsePostId(path.replace('/posts/', ''))
    if (method === 'PUT' && 'id' in named) ledger.replacing(named.id, body)
    const end =
      method === 'POST'
        ? ledger.creating(body, { has: (id) => listed.some((page) => page.has(id)) })
        : () => {}
    try {
      const reply = await deliver()
      end(await read(reply))
      return reply
    } catch (error) {
      end(noReplyOf(error))
      throw error
    }
  }
  const watch: typeof follow = (request, body, deliver, read) => {
    if (!writes.includes(request.method)) return deliver()
    const reply = follow(request, body, deliver, read)
    const ended: Promise<unknown> = reply.catch(() => {}).finally(() => underWay.delete(ended))
    underWay.add(ended)
    return reply
  }
  return extended(client, {
    async send(request: SentRequest) {
      const deliver = () => client.send(request)
      const reply = await watch(request, request.body ?? '', deliver, (reply) => reply)
      const isList = request.method === 'GET' && /^\/posts(?:\?|$)/.test(request.path)
      if (!isList || reply.status !== 200) return reply
      const { ids } = listingOf(asList(reply.body) ?? [])
      pages = request.path === '/posts' ? [ids] : [...pages, ids]
      return reply
    },
    forward: (request: RawRequest, signal?: AbortSignal) =>
      watch(request, request.body?.toString() ?? '', () => client.forward(request, signal), received),
    async idle() {
      await Promise.all(underWay)
    },
  })
}

function noReplyOf(error: unknown): NoReply {
  if (!(error instanceof ProviderUnreachable) || onTheWay.includes(error.failureReason)) return 'not sent'
  return error.failureReason === 'timeout' ? 'late' : 'cut'
}
