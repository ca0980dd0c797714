import { answer } from '../../handlers/answer.ts'
import type { Difference, JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { defined } from '../../handlers/model/defined.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, type StoredPost, toPostId } from '../../handlers/model/post.ts'
import { World } from '../../handlers/world/world.ts'
import { idIn, type ReceivedReply, type Send } from '../document/exchange.ts'
import { asList, isObject, isPost } from '../document/post-text.ts'
import { isRead } from '../session/target.ts'
import { readWholeList } from '../session/whole-list.ts'
import { compareReplies, generatedFields } from './comparison.ts'

/** How many reads may wait for the provider; more are skipped. */
const mostWaiting = 100

export interface ReadComparisonEvents {
  /** A read was compared; without differences the replies are the same. */
  compared(entry: JournalEntry, differences: readonly Difference[]): void
  /** The provider gave no complete reply. */
  failed(entry: JournalEntry, error: Error): void
}

/**
 * Reads the posts of a provider, as the initial posts of a mock.
 *
 * @throws ProviderUnreachable
 */
export async function postsOf(send: Send): Promise<readonly StoredPost[]> {
  const { items } = await readWholeList(send)
  const byId = new Map(items.filter(isPost).map((item) => [toPostId(Object(item).id), item as StoredPost]))
  return [...byId.values()]
}

/**
 * Sends every read of a mock to a provider too, and compares the replies. The mock starts with the provider's posts;
 * posts that were written in the mock since are left out on both sides. The mock's reply is compared without faults.
 */
export class ReadComparison {
  readonly #world: World
  readonly #send: Send
  readonly #events: ReadComparisonEvents
  readonly #taken: ReadonlyMap<PostId, StoredPost>
  readonly #stop: () => void
  #waiting = 0
  #last: Promise<void> = Promise.resolve()
  #counts = { same: 0, different: 0, skipped: 0 }

  constructor(world: World, send: Send, events: ReadComparisonEvents) {
    this.#world = world
    this.#send = send
    this.#events = events
    this.#taken = new Map(world.store.list().map((post) => [post.id, post]))
    this.#stop = world.journal.listen((entry) => this.#take(entry))
  }

  /** How many reads were the same, different, or not compared. */
  get counts(): Readonly<{ same: number; different: number; skipped: number }> {
    return this.#counts
  }

  /** Stops, and waits for the comparison in progress. */
  async close(): Promise<void> {
    this.#stop()
    await this.#last
  }

  #take(entry: JournalEntry): void {
    const { method, path, query } = entry
    if (!isRead(method)) return
    const id = idIn(path)
    const isSecret = query.includes('[redacted]')
    if (this.#waiting >= mostWaiting || isSecret || (id !== undefined && this.#isWritten(id))) {
      this.#counts.skipped++
      return
    }
    // With the posts at this moment: a write may follow before the provider's reply.
    const mock = this.#answerOf(entry)
    const written = new Set([...this.#ids()].filter((each) => this.#isWritten(each)))
    this.#waiting++
    this.#last = this.#last.then(async () => {
      await this.#compare(entry, mock, written)
      this.#waiting--
    })
  }

  async #compare(
    entry: JournalEntry,
    mock: Promise<ReceivedReply>,
    written: ReadonlySet<PostId>,
  ): Promise<void> {
    const { method, path, query, headers } = entry
    try {
      const accept = defined({ accept: headers.accept })
      const reply = await this.#send({ method, path: path + query, headers: accept })
      const names = { id: idIn(path), generated: generatedFields(this.#world.profile) }
      const differences = compareReplies(without(written, reply), names, without(written, await mock), names)
      this.#counts[differences.length === 0 ? 'same' : 'different']++
      this.#events.compared(entry, differences)
    } catch (error) {
      this.#counts.skipped++
      this.#events.failed(entry, error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** The mock's reply without faults, in a copy of the world. */
  async #answerOf({ method, path, query, headers }: JournalEntry): Promise<ReceivedReply> {
    const { credentials: _any, ...options } = this.#world.options
    const { profile, store } = this.#world
    const again = new World({ ...options, profile, initial: store.snapshot(), latency: 0, onWarning() {} })
    const base = 'http://understudy.invalid/v1'
    const reply = await answer({ method, base, path, query, headers, body: undefined }, again)
    return { status: reply.status, headers: reply.headers, body: reply.body ?? '' }
  }

  #ids(): Set<PostId> {
    return new Set([...this.#taken.keys(), ...this.#world.store.list().map(({ id }) => id)])
  }

  /** Whether a post changed in the mock. */
  #isWritten(id: PostId): boolean {
    const [before, now] = [this.#taken.get(id), this.#world.store.read(id)]
    return before?.title !== now?.title || before?.content !== now?.content
  }
}

/** Removes posts with some ids from a list. */
function without(ids: ReadonlySet<PostId>, reply: ReceivedReply): ReceivedReply {
  const items = ids.size > 0 ? asList(reply.body) : undefined
  if (!items) return reply
  const others = items.filter((item) => {
    const id = isObject(item) ? toPostId(item.id) : undefined
    return id === undefined || !ids.has(id)
  })
  return { ...reply, body: stringifyJson(others) }
}
