import type { JsonValue } from '../../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../../handlers/model/post.ts'
import { isObject } from '../../document/post-text.ts'
import type { Ledger } from '../ledger.ts'
import { isBlank } from './evidence.ts'
import { idNamedBy, isDone, type OpenCreate } from './open-creates.ts'

/** A post that may be of a run, and may be somebody else's: to be told of, and left alone. */
export interface UnresolvedCreate {
  /** Undefined where there is no such post yet. */
  readonly id: PostId | undefined
  readonly title: string
  /** Why nobody can tell, in words that follow a colon. */
  readonly reason: string
}

/**
 * Looks in the list for what came of the creates whose posts a ledger does not know. Where the evidence suffices the ledger
 * takes the post over; the rest is told.
 *
 * @param foreignPosts ids under which posts of others were read.
 */
export function unresolvedCreates(
  ledger: Ledger,
  items: readonly JsonValue[],
  foreignPosts: ReadonlySet<PostId>,
): readonly UnresolvedCreate[] {
  const doubts = new Map<PostId | OpenCreate, UnresolvedCreate>()
  for (const create of ledger.openCreates) {
    const { sent, before } = create
    if (isDone(create) && ledger.madeFor({ id: idNamedBy(create), sent, before, after: items }) !== undefined)
      continue
    const own = new Set(ledger.posts.map(({ id }) => id))
    const isKnown = (id: PostId) => before.has(id) || foreignPosts.has(id) || own.has(id)
    const came = items.flatMap((item) => {
      const id = isObject(item) && isBlank(item) ? toPostId(item.id) : undefined
      return id === undefined || isKnown(id) ? [] : [id]
    })
    for (const id of came) {
      const reason = 'it has no text and came after a create of this run, so it may be its post'
      doubts.set(id, { id, title: '(no title)', reason })
    }
  }
  for (const create of ledger.toCome) {
    const reason = isDone(create)
      ? 'its create was answered with success, so the provider may show it yet; verify --sweep removes it then'
      : 'its create was given up without an answer, so the provider may make it yet; verify --sweep removes it then'
    doubts.set(create, { id: undefined, title: create.token ?? '', reason })
  }
  return [...doubts.values()]
}
