import { toPostId } from '../../../handlers/model/post.ts'
import { isObject } from '../../document/post-text.ts'
import type { MadeFor } from '../state-setup.ts'
import type { OwnedPost } from './ledger-entry.ts'
import { isBlank, isOf, textsOf } from './post-texts.ts'

/**
 * Finds the post that a provider made of the run's request without its texts (json-server answers 201 to a body in
 * text/plain, and creates `{ "id": 12 }`). It is the run's only if all of this is true:
 *
 * 1. the reply to the request has its id;
 * 2. no post had this id before;
 * 3. the post is listed afterwards;
 * 4. its title and content are missing, empty, or what was sent.
 *
 * If a successful reply has no id (204, no Location), it is the only new post, and has neither title nor content.
 */
export function madePost({ id, sent, before, after }: MadeFor): OwnedPost | undefined {
  const newcomers = after.flatMap((post) => {
    const its = isObject(post) ? toPostId(post.id) : undefined
    return isObject(post) && its !== undefined && !before.has(its) ? { id: its, post } : []
  })
  const made =
    id === undefined
      ? newcomers.find(({ post }) => newcomers.length === 1 && isBlank(post))
      : newcomers.find((newcomer) => newcomer.id === id && isOf(sent, newcomer.post))
  if (!made) return undefined
  const { title } = made.post
  return { id: made.id, title: typeof title === 'string' ? title : '', unmarked: textsOf(made.post) }
}
