import type { PostId } from '../../../handlers/model/post.ts'
import { isRefusal, isSuccess, type ReceivedReply } from '../../document/exchange.ts'
import type { KnownIds } from '../../document/listing.ts'
import { idInBody, idInLocation } from '../find-id.ts'

/** Why a create has no reply: it never left, its connection broke, or the time for an answer was over. */
export type NoReply = 'not sent' | 'cut' | 'late'

/** A create of which nobody knows yet what came of it. */
export interface OpenCreate {
  /** The body of the request. */
  readonly sent: string
  /** The part of the body that only this post has; undefined where the body bears no mark of the run. */
  readonly token: string | undefined
  /** The ids listed before it left. */
  readonly before: KnownIds
  /** Undefined while it is under way. */
  end?: CreateReply | NoReply
}

/** What the reply to a create says of its post; the reply itself may be long. */
interface CreateReply {
  readonly status: number
  /** Undefined where it was not done, or names none. */
  readonly named: PostId | undefined
}

/** The creates of a run, each from the moment it leaves until its post is known. */
export class OpenCreates {
  readonly #tokens: RegExp
  readonly #open = new Set<OpenCreate>()
  readonly #known = new Set<string>()
  #begun = 0
  #undone = 0

  constructor(marker: string) {
    this.#tokens = new RegExp(`${marker}(?:-\\d+)+`)
  }

  get all(): readonly OpenCreate[] {
    return [...this.#open]
  }

  /** Those whose post may come after the run, and bears a mark: no post of this run has it yet. */
  get toCome(): readonly OpenCreate[] {
    return this.all.filter(
      (each) => mayComeYet(each) && each.token !== undefined && !this.#known.has(each.token),
    )
  }

  get areAny(): boolean {
    return this.#begun > 0
  }

  /** Whether there were creates and none of them can have made a post. */
  get areAllUndone(): boolean {
    return this.#begun > 0 && this.#undone === this.#begun
  }

  /** Follows a create that is about to leave; what it returns has to be told how that ended. */
  begin(sent: string, before: KnownIds): (end: ReceivedReply | NoReply) => void {
    const create: OpenCreate = { sent, token: this.#tokens.exec(sent)?.[0], before }
    this.#begun++
    this.#open.add(create)
    return (end) => {
      create.end = typeof end === 'object' ? createReplyOf(end) : end
      if (end !== 'not sent' && !isRefused(create)) return
      this.#undone++
      // What is refused and made all the same is found by its mark. Where it has none, one create stands for all:
      // whatever was made of any of them came after the first.
      const first = this.all.find((open) => isRefused(open) && open.token === undefined)
      if (end === 'not sent' || create.token !== undefined || first !== create) this.#open.delete(create)
    }
  }

  /**
   * Notes that a post of the run is known, and so what came of its create.
   * @param sent the body of the create, where neither reply nor post shows which it was.
   */
  close({ id, title, content = '' }: { id: PostId; title: string; content?: string }, sent?: string): void {
    const token = this.#tokens.exec(`${title} ${content}`)?.[0]
    if (token !== undefined) this.#known.add(token)
    const create =
      this.all.find((open) => idNamedBy(open) === id) ??
      this.all.find((open) => token !== undefined && open.token === token) ??
      this.all.findLast((open) => isDone(open) && open.sent === sent)
    if (create) this.#open.delete(create)
  }
}

function createReplyOf(reply: ReceivedReply): CreateReply {
  const { status, body, headers } = reply
  return { status, named: isSuccess(reply) ? (idInBody(body) ?? idInLocation(headers.location)) : undefined }
}

/** The id that the reply to a create names; undefined where it was not done, or names none. */
export function idNamedBy({ end }: OpenCreate): PostId | undefined {
  return typeof end === 'object' ? end.named : undefined
}

/** Asks whether the service says that a create was done. */
export function isDone({ end }: OpenCreate): boolean {
  return typeof end === 'object' && isSuccess(end)
}

/**
 * Asks whether the post of a create may come after the run: nobody waited for its end, the service itself (504) or we; or
 * the service says that it was done, and names no id under which it could be looked for.
 */
export function mayComeYet(create: OpenCreate): boolean {
  const { end } = create
  if (end === 'late' || (typeof end === 'object' && end.status === 504)) return true
  return isDone(create) && idNamedBy(create) === undefined
}

function isRefused({ end }: OpenCreate): boolean {
  return typeof end === 'object' && isRefusal(end)
}
