import { setTimeout as wait } from 'node:timers/promises'
import { type Client, createClient, type Exchange, readList } from './client.ts'
import { stringify } from './exact-json.ts'
import type { Clause } from './fault.ts'
import { type Contradiction, contradiction, type Entry, Ledger } from './ledger.ts'
import { type Expected, expect, isPlain, isPost, type Shown, same } from './outcome.ts'
import type { Fields } from './provider.ts'
import type { Sent, Step, Target, Write } from './steps.ts'

export interface RunOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** How long a read may take to show what was written, in ms; default 0. */
  readonly settle?: number
}

/** Runs steps on a provider and says, step by step, which statements of the document its answers contradict. */
export async function runSteps(
  url: string,
  steps: readonly Step[],
  options: RunOptions = {},
): Promise<Contradiction[]> {
  const runner = new StepRunner(createClient(url, options.headers), options.settle ?? 0)
  const contradictions: Contradiction[] = []
  for (const step of steps) contradictions.push(...(await runner.runSteps(step)))
  return contradictions
}

class StepRunner {
  readonly #client: Client
  readonly #settle: number
  readonly #ledger = new Ledger()
  readonly #ids = new Map<Target, bigint>()

  constructor(client: Client, settle: number) {
    this.#client = client
    this.#settle = settle
  }

  async runSteps(step: Step): Promise<Contradiction[]> {
    if (isWrite(step)) return this.#judgeWrite(step, await this.#write(step), new Set())
    if (step.do === 'together') return this.#together(step.steps)
    if (step.do === 'read') return this.#observe(() => this.#read(this.#idOf(step.post)))
    return this.#observe(() => (step.do === 'list' ? this.#list() : this.#union()))
  }

  /** Observes again until nothing contradicts or the time to settle is over; writes are never repeated. */
  async #observe(observation: () => Promise<Contradiction[]>): Promise<Contradiction[]> {
    const end = performance.now() + this.#settle
    for (;;) {
      const contradictions = await observation()
      if (contradictions.length === 0 || performance.now() >= end) return contradictions
      await wait(10)
    }
  }

  async #read(id: bigint): Promise<Contradiction[]> {
    // A post that somebody else made may be there under an id that is none of ours.
    const before = this.#ledger.entries.has(id) ? undefined : await readList(this.#client)
    const exchange = await this.#client('GET', `/posts/${id}`)
    const listed = Array.isArray(before?.json) && before.json.some((item) => isPost(item) && item.id === id)
    return listed ? [] : this.#judgeRead(id, exchange)
  }

  #judgeRead(id: bigint, { status, json, broken }: Exchange): Contradiction[] {
    return broken === undefined ? this.#ledger.judgeRead(id, status, json) : [wire(`read of ${id}`, broken)]
  }

  async #list(): Promise<Contradiction[]> {
    const { status, json, broken } = await readList(this.#client)
    return broken === undefined ? this.#ledger.judgeList(status, json) : [wire('list', broken)]
  }

  async #union(): Promise<Contradiction[]> {
    const contradictions: Contradiction[] = []
    for (const item of await this.#listed()) {
      if (await this.#readsAs(item)) continue
      // Somebody else may have changed it in between.
      const again = (await this.#listed()).find(({ id }) => id === item.id)
      if (again === undefined || (await this.#readsAs(again))) continue
      contradictions.push(
        contradiction(['list.all', 'read.ok'], `post ${item.id} is listed, and read otherwise`),
      )
    }
    return contradictions
  }

  async #listed(): Promise<Shown[]> {
    const { json } = await readList(this.#client)
    return Array.isArray(json) ? json.filter(isPost) : []
  }

  async #readsAs({ id, title, content }: Shown): Promise<boolean> {
    const { json } = await this.#client('GET', `/posts/${id}`)
    return isPost(json) && json.id === id && json.title === title && json.content === content
  }

  async #write(step: Write): Promise<Exchange> {
    if (step.do === 'remove') return this.#client('DELETE', `/posts/${this.#idOf(step.post)}`)
    const { fields, idOf, raw, type } = step.sent
    const body = raw ?? stringify(idOf === undefined ? fields : { ...fields, id: this.#idOf(idOf) })
    return step.do === 'create'
      ? this.#client('POST', '/posts', body, type)
      : this.#client('PUT', `/posts/${this.#idOf(step.post)}`, body, type)
  }

  async #judgeWrite(step: Write, exchange: Exchange, writtenAtOnce: Set<Entry>): Promise<Contradiction[]> {
    const accepted = exchange.status > 0 && exchange.status < 400
    const broken = exchange.broken === undefined ? [] : [wire(`${step.do} of ${step.post}`, exchange.broken)]
    if (step.do === 'create')
      return [...broken, ...(await this.#created(step.post, step.sent, exchange, accepted))]
    const id = this.#idOf(step.post)
    const entry = this.#ledger.entries.get(id)
    const was = entry?.outcomes ?? []
    const there = was.length > 0 && !was.includes('gone')
    const expected = step.do === 'replace' ? expect(step.sent, was[0]) : 'gone'
    const repeated = was.some((outcome) => same(outcome, expected))
    const clauses = clausesOf(step.do, repeated)
    this.#ledger.suspect(clauses, entry)
    if (entry === undefined && accepted && step.do === 'replace')
      this.#ledger.add(step.post, id, ['gone', expected], clauses)
    if (entry && accepted) {
      const before = writtenAtOnce.has(entry) ? was : was.filter((outcome) => outcome === 'gone')
      entry.outcomes = expected === 'gone' && !writtenAtOnce.has(entry) ? ['gone'] : [...before, expected]
      writtenAtOnce.add(entry)
    }
    const plain = step.do === 'remove' || isPlain(step.sent)
    if (accepted || broken.length > 0 || !there || repeated || !plain || writtenAtOnce.size > 0) return broken
    return [contradiction([...clauses, 'version.path'], `${step.do} of ${step.post}: ${exchange.status}`)]
  }

  async #created(post: Target, sent: Sent, exchange: Exchange, accepted: boolean): Promise<Contradiction[]> {
    const expected = expect(sent)
    const entries = [...this.#ledger.entries.values()]
    const equal = entries.filter(({ outcomes }) =>
      outcomes.some((outcome) => outcome !== 'gone' && outcome.title === expected.title),
    )
    const clauses: Clause[] = ['create.adds', 'create.assigns-id']
    if (equal.length > 0 || sent.idOf !== undefined) clauses.push('create.not-idempotent')
    this.#ledger.suspect(clauses)
    if (!accepted && (equal.length > 0 || !isPlain(sent))) return []
    const id = accepted ? (idIn(exchange) ?? (await this.#idInList(expected))) : undefined
    if (id === undefined)
      return [
        contradiction([...clauses, 'version.path'], `create of ${post}: ${exchange.status}, found nowhere`),
      ]
    const taken = this.#ledger.entries.get(id)
    if (taken && !taken.outcomes.includes('gone'))
      return [
        contradiction(
          [...clauses, 'create.not-idempotent', 'others.untouched'],
          `create of ${post} got the id of ${taken.name}`,
        ),
      ]
    this.#ids.set(post, id)
    this.#ledger.add(post, id, [expected], clauses)
    return []
  }

  /** Finds a new post by its texts where the answer to its creation did not name it. */
  async #idInList({ title, content }: Expected): Promise<bigint | undefined> {
    const end = performance.now() + this.#settle
    for (;;) {
      const foreignPosts = (await this.#listed()).filter(({ id }) => !this.#ledger.entries.has(id))
      const found = foreignPosts.find(
        (post) => post.title === title && post.content === (content ?? post.content),
      )
      if (found || performance.now() >= end) return found?.id
      await wait(10)
    }
  }

  async #together(steps: readonly Step[]): Promise<Contradiction[]> {
    const sent = await Promise.all(steps.map(async (step) => [step, await this.#send(step)] as const))
    const writtenAtOnce = new Set<Entry>()
    const contradictions: Contradiction[] = []
    for (const [step, exchange] of sent)
      if (isWrite(step)) contradictions.push(...(await this.#judgeWrite(step, exchange, writtenAtOnce)))
    for (const [step, exchange] of sent) {
      const id = step.do === 'read' ? this.#idOf(step.post) : undefined
      const entry = id === undefined ? undefined : this.#ledger.entries.get(id)
      if (id !== undefined && entry && !writtenAtOnce.has(entry))
        contradictions.push(...this.#judgeRead(id, exchange))
    }
    return contradictions
  }

  #send(step: Step): Promise<Exchange> {
    if (isWrite(step)) return this.#write(step)
    return step.do === 'read'
      ? this.#client('GET', `/posts/${this.#idOf(step.post)}`)
      : readList(this.#client)
  }

  #idOf(target: Target): bigint {
    const [, literal, name = '', offset = '0'] = /^(?:#(-?\d+)|(.+?)([+-]\d+)?)$/.exec(target) ?? []
    if (literal !== undefined) return BigInt(literal)
    // A post that never came to be has no id; 0 stands for it, and what is asked of it is judged as of any missing post.
    return (this.#ids.get(name) ?? 0n) + BigInt(offset.replace('+', ''))
  }
}

function isWrite(step: Step): step is Write {
  return step.do === 'create' || step.do === 'replace' || step.do === 'remove'
}

function clausesOf(operation: 'replace' | 'remove', repeated: boolean): Clause[] {
  if (operation === 'remove') return repeated ? ['delete.removes', 'delete.idempotent'] : ['delete.removes']
  return repeated
    ? ['replace.whole', 'replace.same-id', 'replace.idempotent']
    : ['replace.whole', 'replace.same-id']
}

function idIn({ json, headers, url }: Exchange): bigint | undefined {
  const body: Fields = typeof json === 'object' && json !== null ? { ...json } : {}
  const nested = Object.values(body).map((value) => (value as Fields | null)?.id)
  const named = [body.id, ...nested].find((id) => typeof id === 'bigint')
  if (typeof named === 'bigint') return named
  const located = /\/posts\/(-?\d+)$/.exec(headers.get('location') ?? url)?.[1]
  return located === undefined ? undefined : BigInt(located)
}

function wire(about: string, broken: string): Contradiction {
  return contradiction(['wire.json'], `${about}: ${broken}`)
}
