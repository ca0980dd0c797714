import type { PostId } from '../../handlers/model/post.ts'
import { isRefusal, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { idsNamedBy } from '../wire/find-id.ts'
import { isOrdinary, type SentPost, type SentTexts, sentIn } from './sent-texts.ts'

/** The reply to a write, or why there is none: it timed out, or failed otherwise. */
export type Outcome = ReceivedReply | 'late' | 'cut'

export type Headers = Readonly<Record<string, unknown>>

/** The refusals of a body, whatever the service has. */
const ofBody: readonly number[] = [400, 413, 415, 422]

/** A create whose post may not be known yet. */
interface OpenCreate {
  /** The marks in its body. */
  readonly marks: readonly string[]
  /** Whether its post may have no mark, as that of a body which a service does not understand, and be in the next list. */
  isBare: boolean
  /** What came of it; undefined while it is under way. */
  end?: 'done' | 'late' | 'failed'
  endedAt: number
  /** The ids that its reply named. */
  named: readonly PostId[]
}

/** The creates of a run, and what may have come of them that no list showed yet. */
export class Creates {
  readonly #texts: SentTexts
  readonly #open = new Set<OpenCreate>()
  /** The texts of bodies without a mark, and that of a post without any. */
  readonly bareTexts = new Set([''])
  /** Whether a create was sent whose post may have no mark. */
  #wasBareSent = false
  /** New posts without a mark in the pages of a list. */
  #fresh: PostId[] = []
  /** Creates that may have made posts with unknown ids. */
  #unaccounted = 0
  /** Whether there was any. */
  areAny = false

  constructor(texts: SentTexts) {
    this.#texts = texts
  }

  /** Notes a create that is about to be sent. */
  begin(body: string, headers: Headers): OpenCreate {
    const marks = this.#noteBody(body)
    const isBare = marks.length === 0 || !isOrdinary(headers, body)
    const create: OpenCreate = { marks, isBare, endedAt: Number.POSITIVE_INFINITY, named: [] }
    this.#wasBareSent ||= isBare
    this.#open.add(create)
    return create
  }

  /** Notes what came of it. @returns the ids in a successful reply; undefined where it did not succeed. */
  end(create: OpenCreate, outcome: Outcome, moment: number): readonly PostId[] | undefined {
    const reply = typeof outcome === 'object' ? outcome : undefined
    // A post without a mark that was refused and made nevertheless only the list can show.
    if (reply && isRefusal(reply) && create.marks.length > 0) {
      this.#unaccounted--
      this.#open.delete(create)
      const isLate = ({ end, marks }: OpenCreate) => end === 'late' && marks[0] === create.marks[0]
      // What is refused for its body was not done before either.
      if (ofBody.includes(reply.status))
        for (const late of [...this.#open].filter(isLate)) this.#open.delete(late)
      return undefined
    }
    create.endedAt = moment
    create.end = outcome === 'late' || reply?.status === 504 ? 'late' : 'failed'
    if (!reply || !isSuccess(reply)) return undefined
    create.end = 'done'
    create.named = idsNamedBy(reply)
    return create.named
  }

  /** Notes a create of an earlier process. */
  recall(body: string): void {
    const marks = this.#noteBody(body)
    this.#wasBareSent ||= marks.length === 0
  }

  #noteBody(body: string): readonly string[] {
    this.areAny = true
    this.#unaccounted++
    const marks = this.#texts.note(body)
    if (marks.length === 0) for (const text of sentIn(body)) this.bareTexts.add(text)
    return marks
  }

  /** Whether posts may exist whose ids are unknown. */
  get mayHaveUnknown(): boolean {
    return this.#unaccounted > 0
  }

  /** Notes that the id of every listed post with the marker is known. */
  accounted(): void {
    this.#unaccounted = 0
  }

  /** The marks of posts that may appear later: their creates timed out, or succeeded without naming an id. */
  get toCome(): readonly string[] {
    const open = [...this.#open].filter(({ end, named }) => end === 'late' || (end === 'done' && !named[0]))
    return open.filter((create) => !this.#isKnown(create)).flatMap(({ marks: [mark] }) => mark ?? [])
  }

  /** Whether a create with one of these marks is under way. */
  isUnderWay(marks: readonly string[]): boolean {
    return [...this.#open].some(({ marks: [mark = ''], end }) => end === undefined && marks.includes(mark))
  }

  /** Whether a create is under way whose post may have no mark. */
  get isBareUnderWay(): boolean {
    return [...this.#open].some(({ isBare, end }) => isBare && end === undefined)
  }

  /** Whether a create may have made a post with these texts, without a mark. */
  mayHaveLeft(shown: SentPost): boolean {
    return this.#wasBareSent && this.#isBare(shown)
  }

  #isBare(shown: SentPost): boolean {
    return shown.every((text) => this.bareTexts.has(text))
  }

  /** Notes the posts in a page of a list that no list showed before. */
  notePage(path: string, posts: readonly (readonly [PostId, SentPost])[]): void {
    if (path === '/posts') this.#fresh = []
    for (const [id, shown] of posts) if (this.#isBare(shown)) this.#fresh.push(id)
  }

  /**
   * Finds, at the end of a list, the new posts without a mark that creates of the run made: those that a reply named;
   * and the others, if creates since the list before may have made all of them, and nobody else is at work.
   * @param sentAt the moment of the request for the list.
   */
  findBare(sentAt: number, areOthersAtWork: boolean): readonly PostId[] {
    const open = [...this.#open].filter(
      (create) => create.isBare && create.end === 'done' && !this.#isKnown(create),
    )
    const unnamed = open.filter(({ named }) => named.length === 0)
    const isNamed = (id: PostId) => open.some(({ named }) => named.includes(id))
    const others = this.#fresh.filter((id) => !isNamed(id))
    const areOurs = others.length <= unnamed.length && !areOthersAtWork
    const made = areOurs ? this.#fresh : this.#fresh.filter(isNamed)
    const found = open.filter(({ named }) => named.some((id) => made.includes(id)))
    for (const create of [...found, ...(areOurs ? unnamed.slice(0, others.length) : [])])
      this.#open.delete(create)
    // What comes later may be somebody else's.
    for (const create of unnamed) if (create.endedAt < sentAt) create.isBare = false
    return made
  }

  /** Whether a list showed the post of a create. */
  #isKnown({ marks }: OpenCreate): boolean {
    return marks.some((mark) => this.#texts.hasPost(mark))
  }
}
