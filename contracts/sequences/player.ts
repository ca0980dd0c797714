import { type PostFields, type PostId, toPostId } from '../../src/post.ts'
import type { ClauseId } from '../clauses.ts'
import { type Exchange, isSuccess, type SentRequest } from '../exchange.ts'
import { carries, idInBody } from '../find-id.ts'
import type { Bench, Fault } from '../judge/bench.ts'
import { missingFaults, readFaults } from '../judge/read-check.ts'
import { type Blame, survey, wholeList } from '../judge/survey.ts'
import type { OwnPost } from '../own-posts.ts'
import { isObject, readBody } from '../post-text.ts'
import { contents, nearly, outcomesOf, type Prepared, prepared } from './prepared-write.ts'
import type { Step, Write } from './step.ts'

const main = {
  create: 'create.adds',
  'create-equal': 'create.not-idempotent',
  'create-near': 'create.adds',
  replace: 'replace.whole',
  delete: 'delete.removes',
} as const satisfies Record<Write['do'], ClauseId>

/** Plays a sequence on a provider, and after every step checks what the clauses promise of the posts it owns. */
export class Player {
  readonly #bench: Bench
  #latest: Exchange | undefined
  #count = 0

  constructor(bench: Bench) {
    this.#bench = bench
  }

  /** Plays steps until one shows a fault, then deletes what is left; the bench has findings where there was a fault. */
  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      this.#count++
      await this.#play(step)
      if (this.#bench.findings.length > 0) return
    }
    this.#count++
    while (this.#bench.own.alive.length > 0 && (await this.#write({ do: 'delete', post: 0, quiet: true }))) {}
    await this.#expect('delete.removes', undefined)
  }

  async #play(step: Step): Promise<void> {
    const { own } = this.#bench
    switch (step.do) {
      case 'together':
        return await this.#together(step.writes, step.reads)
      case 'repeat':
        return await this.#repeat()
      case 'list':
        return await this.#check(['list.ok', 'list.all'], () =>
          survey(this.#bench, blameOf(undefined, 'list.all', 'list.all')),
        )
      case 'read': {
        const post = pick(own.alive, step.post)
        return post && (await this.#look(post.id))
      }
      case 'read-near': {
        const near = pick(own.alive, step.post)
        const id = near && toPostId(BigInt(near.id) + BigInt(step.offset))
        return id === undefined || own.get(id) || this.#bench.foreign.has(id)
          ? undefined
          : await this.#lookForNone(id)
      }
      case 'read-deleted': {
        const gone = pick(own.gone, step.post)
        return gone === undefined ? undefined : await this.#lookForNone(gone)
      }
      case 'delete-deleted':
      case 'replace-deleted': {
        const gone = pick(own.gone, step.post)
        return gone === undefined
          ? undefined
          : await this.#writeDeleted(gone, step.do === 'delete-deleted' ? 'DELETE' : 'PUT')
      }
      case 'create-bad': {
        await this.#send({
          method: 'POST',
          path: '/posts',
          headers: { 'content-type': 'application/json' },
          body: '{"title":',
        })
        return await this.#expect('others.untouched', undefined)
      }
      default:
        await this.#write(step)
    }
  }

  /** Tells whether the write was done. */
  async #write(write: Write): Promise<boolean> {
    const made = await this.#prepare(write)
    if (!made) return false
    const exchange = await this.#send(made.request)
    const target = await this.#take(write, made, exchange)
    if (!write.quiet) await this.#expect(main[write.do], target)
    return isSuccess(exchange.reply)
  }

  /** What a write sends, and of which post; undefined where there is no post to write. */
  async #prepare(write: Write): Promise<Prepared | undefined> {
    const { own, stage, marker } = this.#bench
    if (write.do === 'create') {
      const title = `${await stage.freeTitle()} ${marker} a`
      return prepared('POST', '/posts', undefined, { title, content: contents[write.text] ?? '' })
    }
    const post = pick(own.alive, write.post)
    if (!post) return undefined
    const path = `/posts/${post.id}`
    if (write.do === 'delete') return prepared('DELETE', path, post)
    const { title, content } = post
    if (write.do === 'create-equal') return prepared('POST', '/posts', undefined, { title, content })
    if (write.do === 'create-near')
      return prepared('POST', '/posts', undefined, { title: nearly(title), content })
    return prepared('PUT', path, post, {
      title: `${nearly(title)}${write.text}`,
      content: contents[write.text] ?? '',
    })
  }

  /** Notes what a write that was done has to leave; returns the id of the post in question. */
  async #take(write: Write, { post, fields }: Prepared, { reply }: Exchange): Promise<PostId | undefined> {
    if (!isSuccess(reply)) return post?.id
    const { stage, own } = this.#bench
    if (write.do === 'delete') own.remove(post?.id ?? 0)
    else if (post && fields) stage.adopt({ id: post.id, ...fields })
    else if (fields) {
      const id = await this.#idOf(fields, reply.body)
      if (id !== undefined) stage.adopt({ id, ...fields })
      return id
    }
    return post?.id
  }

  /** The id of a new post: the reply's, which the list confirms or refutes next, or that of a post in the list that is new. */
  async #idOf(fields: PostFields, body: string): Promise<PostId | undefined> {
    const { own } = this.#bench
    const named = carries(readBody(body), fields.title) ? idInBody(body) : undefined
    if (named !== undefined && !own.get(named)) return named
    return await this.#bench.find(async () => {
      const { items } = await wholeList(this.#bench)
      const ids = items
        .filter((item) => carries(item, fields.title))
        .map((item) => (isObject(item) ? toPostId(item.id) : undefined))
      return ids.find((id) => id !== undefined && !own.get(id))
    })
  }

  async #together(writes: readonly Write[], reads: readonly number[]): Promise<void> {
    const all: { write: Write; made: Prepared }[] = []
    for (const write of writes) {
      const made = await this.#prepare(write)
      if (made) all.push({ write, made })
    }
    const written = new Set(all.map(({ made }) => made.post?.id))
    const still = reads
      .map((read) => pick(this.#bench.own.alive, read))
      .filter((post) => post && !written.has(post.id))
    const looks = Promise.all(still.map((post) => post && this.#look(post.id)))
    const exchanges = await Promise.all(all.map(({ made }) => this.#send(made.request)))
    await looks
    const possible = outcomesOf(all, exchanges)
    for (const [at, { write, made }] of all.entries()) {
      const exchange = exchanges[at]
      if (exchange && !made.post) await this.#take(write, made, exchange)
    }
    await this.#settle(possible)
    await this.#expect('others.untouched', undefined)
  }

  /** Of several writes to one post at once any may be the last: what is there is taken, if it is one of them. */
  async #settle(possible: ReadonlyMap<PostId, readonly (OwnPost | undefined)[]>): Promise<void> {
    const { own, stage } = this.#bench
    for (const [id, states] of possible) {
      const { reply } = await this.#send({ method: 'GET', path: `/posts/${id}`, headers: {} })
      const post = readBody(reply.body)
      const state = states.find(
        (each) => each && isObject(post) && post.title === each.title && post.content === each.content,
      )
      if (state) stage.adopt(state)
      else if (states.includes(undefined) && reply.status === 404) own.remove(id)
    }
  }

  /** Sends the latest PUT or DELETE once more: nothing may change. */
  async #repeat(): Promise<void> {
    const request = this.#latest?.request
    if (request?.method !== 'PUT' && request?.method !== 'DELETE') return
    await this.#send(request)
    await this.#expect(request.method === 'PUT' ? 'replace.idempotent' : 'delete.idempotent', undefined)
  }

  /** A write to a post that is gone brings nothing back, unless a replace creates it: then it is ours again. */
  async #writeDeleted(id: PostId, method: 'PUT' | 'DELETE'): Promise<void> {
    // Somebody else may have got the id since: their post is not ours to write.
    const { reply } = await this.#send({ method: 'GET', path: `/posts/${id}`, headers: {} })
    if (reply.status !== 404) return
    const title = `${await this.#bench.stage.freeTitle()} ${this.#bench.marker} a`
    const fields = method === 'PUT' ? { title, content: 'again' } : undefined
    const exchange = await this.#send(prepared(method, `/posts/${id}`, undefined, fields).request)
    if (fields && isSuccess(exchange.reply)) this.#bench.stage.adopt({ id, ...fields })
    await this.#expect(fields ? 'replace.whole' : 'delete.idempotent', undefined)
  }

  async #look(id: PostId): Promise<void> {
    await this.#check(['read.ok'], async () =>
      readFaults(this.#bench, id, await this.#bench.look('GET', `/posts/${id}`), 'read.ok'),
    )
  }

  async #lookForNone(id: PostId): Promise<void> {
    await this.#check(['read.missing'], async () =>
      missingFaults(this.#bench, id, await this.#bench.look('GET', `/posts/${id}`)),
    )
  }

  async #expect(clause: ClauseId, target: PostId | undefined): Promise<void> {
    await this.#check([clause, 'others.untouched', 'list.all'], () =>
      survey(this.#bench, blameOf(target, clause, target === undefined ? clause : 'others.untouched')),
    )
  }

  async #check(clauses: readonly ClauseId[], faults: () => Promise<readonly Fault[]>): Promise<void> {
    await this.#bench.check(clauses, faults)
  }

  async #send(request: SentRequest): Promise<Exchange> {
    const exchange = await this.#bench.send(request)
    this.#latest = exchange
    this.#bench.open(`step ${this.#count}`, exchange)
    return exchange
  }
}

function blameOf(target: PostId | undefined, forTarget: ClauseId, forOthers: ClauseId): Blame {
  return { target, forTarget, forOthers, forStrays: forTarget }
}

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items.at(index < 0 ? index : index % Math.max(items.length, 1))
}
