import { idIn, type ReceivedReply } from '../spec/exchange.ts'
import { type KnownIds, listingOf } from '../spec/listing.ts'
import { asList } from '../spec/post-text.ts'
import type { RequestGuard, Wire } from '../wire/client.ts'
import { ProviderUnreachable } from '../wire/provider-unreachable.ts'
import { type DecodedReply, isListPath, isRead, type RawRequest } from '../wire/target.ts'
import { nextPage } from '../wire/whole-list.ts'
import type { Ledger } from './ledger.ts'
import type { NoReply } from './open-creates.ts'

/** Failures before anything of a request arrived. */
const onTheWay = [
  'refused',
  'unknown-host',
  'no-route',
  'certificate',
  'no-tls',
  'proxy',
  'intercepted',
  'no-access',
]

/**
 * Makes a ledger follow every write from the moment it is sent: a run may end between the reply to a create and the
 * read that was to find its post.
 */
export class WatchedWrites implements RequestGuard {
  readonly #guard: RequestGuard
  readonly #ledger: Ledger
  readonly #underWay = new Set<Promise<unknown>>()
  /** The ids in the latest list, page by page; and in the latest with several pages, since the first may be read alone. */
  #pages: readonly KnownIds[] = []
  #before: readonly KnownIds[] = []

  /** @param guard decides whether a request is sent. */
  constructor(guard: RequestGuard, ledger: Ledger) {
    this.#guard = guard
    this.#ledger = ledger
  }

  async pass(request: RawRequest, wire: Wire): Promise<DecodedReply> {
    if (isRead(request.method)) {
      const decoded = await this.#guard.pass(request, wire)
      this.#noteList(request, decoded.reply)
      return decoded
    }
    const reply = this.#follow(request, wire)
    const ended: Promise<unknown> = reply.catch(() => {}).finally(() => this.#underWay.delete(ended))
    this.#underWay.add(ended)
    return await reply
  }

  /** Resolves once no write is in progress; only then is it known what to remove. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #follow(request: RawRequest, wire: Wire): Promise<DecodedReply> {
    const end = this.#begin(request)
    try {
      const decoded = await this.#guard.pass(request, wire)
      end?.(decoded.reply.status === 0 ? 'cut' : decoded.reply)
      return decoded
    } catch (error) {
      end?.(noReplyOf(error))
      throw error
    }
  }

  /** Notes a write in the ledger; returns what notes the end of a create. */
  #begin({ method, path, body: bytes }: RawRequest) {
    const body = bytes?.toString() ?? ''
    if (method === 'POST') {
      const listed = [...this.#before, ...this.#pages]
      return this.#ledger.creating(body, { has: (id) => listed.some((page) => page.has(id)) })
    }
    if (method === 'PUT') this.#ledger.replacing(idIn(path), body)
    return undefined
  }

  #noteList({ method, path }: RawRequest, reply: ReceivedReply): void {
    if (method !== 'GET' || !isListPath(path) || reply.status !== 200) return
    const items = asList(reply.body)
    if (!items) return
    const { ids } = listingOf(items)
    if (path !== '/posts') {
      this.#pages = [...this.#pages, ids]
      return
    }
    if (nextPage(reply) === undefined) this.#before = []
    else if (this.#pages.length > 1) this.#before = this.#pages
    this.#pages = [ids]
  }
}

function noReplyOf(error: unknown): NoReply {
  if (!(error instanceof ProviderUnreachable) || onTheWay.includes(error.failureReason)) return 'not sent'
  return error.failureReason === 'timeout' ? 'late' : 'cut'
}
