import type { Profile } from '../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import type { Difference } from '../../handlers/journal/journal-entry.ts'
import { defined } from '../../handlers/model/defined.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import type { PostId, StoredPost } from '../../handlers/model/post.ts'
import { randomFrom } from '../../handlers/model/random.ts'
import { type Exchange, isSuccess, type ReceivedReply } from '../document/exchange.ts'
import { asList, asPost, isPostLike, readBody } from '../document/post-text.ts'
import { follow } from '../judge/judge.ts'
import type { Run } from '../run/run.ts'
import { type WithWorkersOptions, withWorkers } from '../run/with-workers.ts'
import { differencesOf, subjectOf } from '../sequences/difference.ts'
import { Model } from '../sequences/model.ts'
import { idInBody, idInLocation } from '../session/find-id.ts'
import { SetUpError, WriteRefused } from '../session/set-up-error.ts'
import { states } from '../session/states.ts'
import { compareReplies, generatedFields } from './comparison.ts'
import { drawProbe, type Material, type Probe, type ProbeDraw } from './probes.ts'
import { type Fidelity, Tally } from './tally.ts'

export interface ProbeOptions extends WithWorkersOptions {
  readonly profile: Profile
  readonly seed: number
  /** How many probes are sent. */
  readonly probes: number
  readonly onStep?: (done: number) => void
}

/** Whether the statuses are the same, and whether the provider breaks the document. */
interface Outcome {
  readonly isAlike: boolean
  readonly breaks: boolean
}

/** How many posts there are for probes. */
const standing = 3

/**
 * Sends random requests to a provider and to a mock with the same posts, and compares the replies and the reads after
 * each write. After a difference the mock takes over the provider's state, so that each difference counts once. Where
 * the provider is distant, several workers share the probes, each with its own mock.
 */
export async function runProbes(
  run: Run,
  { profile, seed, probes, onStep, ...terms }: ProbeOptions,
): Promise<Fidelity> {
  const draws = Array.from({ length: probes }, (_, at) => drawProbe(randomFrom(seed, 'probe', `${at}`)))
  let done = 0
  let tally = new Tally()
  const probing = (each: Run) => {
    const prober = new Prober(each, profile, tally)
    return async (draw: ProbeDraw) => {
      try {
        await prober.send(draw)
      } catch (error) {
        // A request that was not sent is not compared.
        if (!(error instanceof WriteRefused || error instanceof SetUpError)) throw error
      }
      onStep?.(++done)
    }
  }
  const { alone = [], together = [] } = Object.groupBy(draws, ({ isAlone }) =>
    isAlone ? 'alone' : 'together',
  )
  const areDone = await withWorkers(run, together, probing, terms)
  if (!areDone) {
    done = 0
    tally = new Tally()
  }
  const send = probing(run)
  for (const draw of areDone ? alone : draws) await send(draw)
  return tally.fidelity(seed)
}

class Prober {
  readonly #run: Run
  readonly #model: Model
  readonly #generated: ReadonlySet<string>
  readonly #ids: PostId[] = []
  #missing: PostId | undefined
  #gone: PostId | undefined
  readonly #tally: Tally

  constructor(run: Run, profile: Profile, tally: Tally) {
    this.#run = run
    this.#tally = tally
    this.#model = new Model(profile)
    this.#generated = generatedFields(this.#model.profile)
  }

  async send({ tier, make, position }: ProbeDraw): Promise<void> {
    const probe = { tier, ...make(await this.#material(position)) }
    if (probe.operation === 'list') return await this.#list(probe)
    const { context } = this.#run
    const subject = subjectOf(probe.request, context.own)
    const before = new Map(this.#model.posts.map((post) => [post.id, post]))
    const known = new Set(context.own.alive.map(({ id }) => id))
    const exchange = await context.send(probe.request)
    const mock = await this.#model.answer(probe.request)
    const { method, path } = probe.request
    const example = {
      key: `fidelity/${probe.operation}`,
      operation: probe.operation,
      request: { method, path, body: probe.fields ?? probe.request.body ?? '' },
    }
    await follow(context, example, exchange, defined({ id: probe.id }))
    const made = context.own.alive.find(({ id }) => !known.has(id))?.id
    const mockMade = this.#model.posts.find(({ id }) => !before.has(id))?.id
    const isCreate = probe.operation === 'create'
    const names = { sent: probe.fields, generated: this.#generated }
    const gaps = compareReplies(
      this.#ownIn(exchange.reply),
      { ...names, id: isCreate ? (made ?? namedIn(exchange.reply)) : probe.id },
      mock,
      { ...names, id: isCreate ? mockMade : probe.id },
    )
    const choices = probe.operation === 'beside' ? [] : differencesOf({ ...exchange, model: mock }, subject)
    const named = choices.map(({ choice }) => choice).find((choice) => choice !== undefined)
    const isAlike = exchange.reply.status === mock.status
    const isReplace = probe.operation === 'replace'
    const written = isCreate ? made : isReplace ? probe.id : undefined
    const left = written === undefined ? undefined : await this.#read(written)
    const breaks = breaksDocument(probe, exchange.reply, left, before.get(written ?? Number.NaN))
    const outcome = { isAlike, breaks }
    if (breaks) {
      this.#tally.broken++
      // An id without a post may have one now, which the mock has not.
      this.#missing = this.#gone = undefined
    } else this.#count(probe, exchange, gaps, isAlike && lacksText(probe) ? undefined : named)
    if (isCreate) await this.#afterCreate(probe, outcome, made, mockMade)
    else if (isReplace || probe.operation === 'delete') await this.#afterWrite(probe, outcome)
  }

  async #material(position: number): Promise<Material> {
    const { setup } = this.#run.context
    while (this.#ids.length < standing) await this.#stand()
    if (this.#gone === undefined) {
      const post = await setup.create()
      await setup.delete(post)
      this.#gone = post.id
    }
    this.#missing ??= (await states['no post has the id'](setup)).id
    const id = this.#ids[Math.floor(position * this.#ids.length)] as PostId
    return { id, missing: this.#missing, gone: this.#gone, mark: await setup.freeTitle() }
  }

  async #stand(): Promise<void> {
    const { id } = await this.#run.context.setup.create()
    await this.#adopt(id, await this.#read(id))
    this.#ids.push(id)
  }

  async #read(id: PostId): Promise<ReceivedReply> {
    return await this.#run.context.look(`/posts/${id}`)
  }

  /** Copies a post from the provider to the mock. */
  async #adopt(id: PostId, reply: ReceivedReply): Promise<void> {
    const post = isSuccess(reply) ? asPost(readBody(reply.body)) : undefined
    await this.#model.take(id, post)
  }

  async #afterCreate(
    probe: Probe,
    outcome: Outcome,
    made: PostId | undefined,
    mockMade: PostId | undefined,
  ): Promise<void> {
    if (made === undefined) {
      if (mockMade !== undefined) await this.#model.take(mockMade, undefined)
      return
    }
    if (mockMade === undefined) return await this.#adopt(made, await this.#read(made))
    const kept = this.#model.posts.find(({ id }) => id === mockMade)
    await this.#model.take(made, kept, mockMade)
    await this.#compareKept(probe, made, outcome)
    await this.#replenish(made)
  }

  async #afterWrite(probe: Probe, outcome: Outcome): Promise<void> {
    const { id } = probe
    if (id === undefined) return
    await this.#compareKept(probe, id, outcome)
    await this.#replenish(id)
  }

  async #compareKept(probe: Probe, id: PostId, { isAlike, breaks }: Outcome): Promise<void> {
    const request = { method: 'GET', path: `/posts/${id}`, headers: {} }
    const reply = await this.#read(id)
    const mock = await this.#model.answer(request)
    const names = { id, sent: probe.fields, generated: this.#generated }
    const gaps = compareReplies(reply, names, mock, names)
    const isOfTexts = isAlike && !lacksText(probe) && isSuccess(reply) && isSuccess(mock)
    const choice = isOfTexts && gaps.some(({ about }) => about === 'body') ? 'text.kept' : undefined
    const kept = gaps.map((gap) => ({ ...gap, about: 'read after the write' }))
    if (!breaks) this.#count(probe, { request: probe.request, reply }, kept, choice)
    if (gaps.length > 0) await this.#adopt(id, reply)
  }

  /** Keeps a few complete posts for probes. */
  async #replenish(latest: PostId): Promise<void> {
    const { own, incomplete, setup } = this.#run.context
    const isFit = (id: PostId) => own.get(id) !== undefined && !incomplete.has(id)
    for (const id of [...this.#ids]) {
      if (isFit(id)) continue
      this.#ids.splice(this.#ids.indexOf(id), 1)
      if (own.isGone(id)) this.#gone = id
    }
    const post = own.get(latest)
    if (!post || this.#ids.includes(latest)) return
    if (isFit(latest) && this.#ids.length < standing && latest !== this.#missing)
      return void this.#ids.push(latest)
    await setup.delete(post)
    await this.#model.take(latest, undefined)
  }

  async #list(probe: Probe): Promise<void> {
    const { setup } = this.#run.context
    const { items, broken } = await setup.wholeList(setup.send)
    if (broken) return
    const reply = { status: 200, headers: {}, body: stringifyJson(this.#ownOf(items) ?? items) }
    const mock = await this.#model.answer(probe.request)
    const names = { generated: this.#generated }
    const gaps = compareReplies(reply, names, { ...mock, headers: {} }, names)
    this.#count(probe, { request: probe.request, reply }, gaps, undefined)
  }

  /** Reduces a list to the posts that the mock has too. */
  #ownIn(reply: ReceivedReply): ReceivedReply {
    const items = isSuccess(reply) ? asList(reply.body) : undefined
    const own = items && this.#ownOf(items)
    return own ? { ...reply, body: stringifyJson(own) } : reply
  }

  /** The items that the mock has too; undefined where none is a post. */
  #ownOf(items: readonly JsonValue[]): JsonValue[] | undefined {
    // Some may not be posts, after odd requests.
    if (items.length > 0 && !items.some((item) => asPost(item))) return undefined
    const ids = new Set(this.#model.posts.map(({ id }) => id))
    return items.filter((item) => ids.has(asPost(item)?.id ?? Number.NaN))
  }

  #count(
    probe: Probe,
    exchange: Exchange,
    differences: readonly Difference[],
    choice: ChoiceId | undefined,
  ): void {
    this.#tally.count(probe, differences, choice, () => this.#run.context.kept(exchange))
  }
}

/**
 * Whether a reply breaks the document: a failure, or a successful write without a complete post, or with an old text.
 */
function breaksDocument(
  { tier, operation, fields }: Probe,
  reply: ReceivedReply,
  left: ReceivedReply | undefined,
  previous: StoredPost | undefined,
): boolean {
  const body = readBody(reply.body)
  if (reply.status >= 500 || !isSuccess(reply)) return reply.status >= 500
  if (isPostLike(body) && !asPost(body)) return true
  // An odd create may have made a post that cannot be found.
  if (!left) return operation === 'create' && tier === 'odd'
  const post = isSuccess(left) ? asPost(readBody(left.body)) : undefined
  const stays = (text: 'title' | 'content') =>
    previous && !(text in (fields ?? {})) && previous[text] !== '' && post?.[text] === previous[text]
  // A spoilt body has a new title, but perhaps the old content.
  return !post || Boolean(stays('title') || (fields && stays('content')))
}

function namedIn({ body, headers }: ReceivedReply): PostId | undefined {
  return idInBody(body) ?? idInLocation(headers.location)
}

/** Whether a write has no title or content. */
function lacksText({ fields }: Probe): boolean {
  return fields !== undefined && !(typeof fields.title === 'string' && typeof fields.content === 'string')
}
