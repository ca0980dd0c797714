import { answer } from '../../handlers/answer.ts'
import type { Difference, JournalEntry } from '../../handlers/journal/journal-entry.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, type StoredPost, toPostId } from '../../handlers/model/post.ts'
import { World } from '../../handlers/world/world.ts'
import { idIn, type ReceivedReply, type Send } from '../document/exchange.ts'
import { asList, isObject, isPost } from '../document/post-text.ts'
import { isRead } from '../session/target.ts'
import { readWholeList } from '../session/whole-list.ts'
import { compareReplies, generatedFields } from './comparison.ts'

/** How many reads may wait for the provider; further ones are not compared. */
const mostWaiting = 100

export interface ReadComparisonEvents {
  /** A read was compared; without differences the two answered alike. */
  compared(entry: JournalEntry, differences: readonly Difference[]): void
  /** The provider gave no whole reply. */
  failed(entry: JournalEntry, error: Error): void
}

/**
 * Reads the posts that a provider has at present, for a mock to begin with.
 *
 * @throws ProviderUnreachable
 */
export async function postsOf(send: Send): Promise<readonly StoredPost[]> {
  const { items } = await readWholeList(send)
  const byId = new Map(items.filter(isPost).map((item) => [toPostId(Object(item).id), item as StoredPost]))
  return [...byId.values()]
}

/**
 * Sends every read that a mock answers to a provider as well, and compares the replies. It only reads. The mock begins with
 * the provider's posts; what somebody has written in the mock since is left out on both sides. Faults that were asked for
 * count for nothing: what is compared is the mock's reply without them.
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

  /** How many reads were compared and how it came out, and how many were not. */
  get counts(): Readonly<{ same: number; different: number; skipped: number }> {
    return this.#counts
  }

  /** Ends it, and waits for the comparison that is under way. */
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
    // The posts of this moment: a write may follow before the provider answers.
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
      const accept = headers.accept === undefined ? {} : { accept: headers.accept }
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

  /** What the mock answers without faults, in a world that is thrown away. */
  async #answerOf({ method, path, query, headers }: JournalEntry): Promise<ReceivedReply> {
    const { credentials: _any, journalRoom: _own, ...options } = this.#world.options
    const { profile, store } = this.#world
    const again = new World({ ...options, profile, initial: store.snapshot(), latency: 0, onWarning() {} })
    const base = 'http://understudy.invalid/v1'
    const reply = await answer({ method, base, path, query, headers, body: undefined }, again)
    return { status: reply.status, headers: reply.headers, body: reply.body ?? '' }
  }

  #ids(): Set<PostId> {
    return new Set([...this.#taken.keys(), ...this.#world.store.list().map(({ id }) => id)])
  }

  /** Whether a post is another one here than it was at the provider. */
  #isWritten(id: PostId): boolean {
    const [before, now] = [this.#taken.get(id), this.#world.store.read(id)]
    return before?.title !== now?.title || before?.content !== now?.content
  }
}

/** A list without the posts of some ids; another reply as it is. */
function without(ids: ReadonlySet<PostId>, reply: ReceivedReply): ReceivedReply {
  const items = ids.size > 0 ? asList(reply.body) : undefined
  if (!items) return reply
  const others = items.filter((item) => {
    const id = isObject(item) ? toPostId(item.id) : undefined
    return id === undefined || !ids.has(id)
  })
  return { ...reply, body: stringifyJson(others) }
}
