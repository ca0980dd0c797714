import type { JsonValue } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { isObject } from '../spec/post-text.ts'
import { isBlank } from './evidence.ts'
import type { Ledger, PossibleLeftover } from './ledger.ts'
import { idNamedBy, isDone, type OpenCreate } from './open-creates.ts'

/**
 * Looks in the list for the posts of open creates. The ledger takes over those with enough evidence; the rest is
 * returned.
 *
 * @param foreignPosts ids under which foreign posts were read.
 */
export function unresolvedCreates(
  ledger: Ledger,
  items: readonly JsonValue[],
  foreignPosts: ReadonlySet<PostId>,
): readonly PossibleLeftover[] {
  const unresolved = new Map<PostId | OpenCreate, PossibleLeftover>()
  for (const create of ledger.openCreates) {
    const { sent, before } = create
    if (isDone(create) && ledger.madeFor({ id: idNamedBy(create), sent, before, after: items }) !== undefined)
      continue
    const isKnown = (id: PostId) => before.has(id) || foreignPosts.has(id) || ledger.owned(id) !== undefined
    const came = items.flatMap((item) => {
      const id = isObject(item) && isBlank(item) ? toPostId(item.id) : undefined
      return id === undefined || isKnown(id) ? [] : [id]
    })
    for (const id of came) {
      const reason = 'it has no text and appeared after a create of this run, so it may be its post'
      unresolved.set(id, { id, title: '(no title)', reason })
    }
  }
  for (const create of ledger.toCome) {
    const reason = isDone(create)
      ? 'its create succeeded, so it may still appear; "verify --sweep" removes it then'
      : 'its create timed out, so the provider may still make it; "verify --sweep" removes it then'
    unresolved.set(create, { id: undefined, title: create.token ?? '', reason })
  }
  return [...unresolved.values()]
}
