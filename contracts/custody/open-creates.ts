import type { PostId } from '../../handlers/model/post.ts'
import { isRefusal, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import type { KnownIds } from '../spec/listing.ts'
import { titlesOf } from '../spec/marks.ts'
import { idsNamedBy } from '../wire/find-id.ts'

/** Why a create has no reply: it was not sent, its connection broke, or it timed out. */
export type NoReply = 'not sent' | 'cut' | 'late'

/** The refusals of a body, whatever the service has. */
const ofBody: readonly number[] = [400, 413, 415, 422]

/** A create whose post is not known yet. */
export interface OpenCreate {
  /** The body of the request. */
  readonly sent: string
  /** The unique part of the body; undefined where the body has no mark of the run. */
  readonly token: string | undefined
  /** The ids listed before it was sent. */
  readonly before: KnownIds
  /** Undefined while it is in progress. */
  end?: CreateReply | NoReply
}

/** The part of a reply that is kept. */
interface CreateReply {
  readonly status: number
  /** The id in the reply, if successful. */
  readonly named: PostId | undefined
}

/** The creates of a run, each until its post is known. */
export class OpenCreates {
  readonly #tokens: RegExp
  readonly #open = new Set<OpenCreate>()
  readonly #known = new Set<string>()
  #begun = 0
  #undone = 0

  constructor(marker: string) {
    this.#tokens = titlesOf(marker)
  }

  get all(): readonly OpenCreate[] {
    return [...this.#open]
  }

  /** Creates whose post, with its own mark, may still appear. */
  get toCome(): readonly OpenCreate[] {
    return this.all.filter(
      (each) => mayComeYet(each) && each.token !== undefined && !this.#known.has(each.token),
    )
  }

  get areAny(): boolean {
    return this.#begun > 0
  }

  /** Whether there were creates, and none of them made a post. */
  get areAllUndone(): boolean {
    return this.#begun > 0 && this.#undone === this.#begun
  }

  /** Call before a create is sent; call the returned function with the outcome. */
  begin(sent: string, before: KnownIds): (end: ReceivedReply | NoReply) => void {
    const create: OpenCreate = { sent, token: this.#tokens.exec(sent)?.[0], before }
    this.#begun++
    this.#open.add(create)
    return (end) => {
      create.end = typeof end === 'object' ? createReplyOf(end) : end
      if (end !== 'not sent' && !isRefused(create)) return
      this.#undone++
      // What is refused for its body was not done before either.
      if (typeof end === 'object' && ofBody.includes(end.status))
        for (const open of this.toCome) if (open.sent === sent) this.#open.delete(open)
      // A post that was refused and made nevertheless is found by its mark. Without marks, the first create
      // represents all.
      const first = this.all.find((open) => isRefused(open) && open.token === undefined)
      if (end === 'not sent' || create.token !== undefined || first !== create) this.#open.delete(create)
    }
  }

  /**
   * Notes a known post of the run, which closes its create.
   * @param sent the body of the create, where neither reply nor post identifies it.
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
  return { status: reply.status, named: isSuccess(reply) ? idsNamedBy(reply)[0] : undefined }
}

/** The id in the reply to a create, if successful. */
export function idNamedBy({ end }: OpenCreate): PostId | undefined {
  return typeof end === 'object' ? end.named : undefined
}

export function isDone({ end }: OpenCreate): boolean {
  return typeof end === 'object' && isSuccess(end)
}

/**
 * Whether the post of a create may appear after the run: it timed out here or at the service (504), or its successful
 * reply has no id.
 */
function mayComeYet(create: OpenCreate): boolean {
  const { end } = create
  if (end === 'late' || (typeof end === 'object' && end.status === 504)) return true
  return isDone(create) && idNamedBy(create) === undefined
}

function isRefused({ end }: OpenCreate): boolean {
  return typeof end === 'object' && isRefusal(end)
}
