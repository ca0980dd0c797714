import type { PostFields } from '../../handlers/fields.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import {
  alive,
  gone,
  isGone,
  type OwnPost,
  postOf,
  type ReferenceModel,
  versionsOf,
} from '../model/reference-model.ts'
import { postPath } from '../scenarios/addresses.ts'
import { plainRequest } from '../scenarios/exchange.ts'
import { nearTitle } from '../scenarios/marks.ts'
import { farIds, pick, type Target, type Texts } from '../scenarios/scenario.ts'
import { allFields, contentOf, contents, replacement } from '../scenarios/texts.ts'
import { reusesIds } from './context.ts'
import { send } from './requests.ts'
import type { Sequence } from './sequence.ts'

/** The id that a target means; undefined where there is none, or another post has or had an id that must be unused. */
export function idOf(model: ReferenceModel, target: Target): PostId | undefined {
  switch (target.kind) {
    case 'existing':
      return pick(alive(model), target.index)?.id
    case 'deleted':
      return pick(gone(model), target.index)
    case 'far':
      return unusedIn(model, pick(farIds, target.index))
    case 'near': {
      const near = pick(alive(model), target.index)
      return near && unusedIn(model, BigInt(near.id) + BigInt(target.offset))
    }
  }
}

function unusedIn(model: ReferenceModel, value: bigint | undefined): PostId | undefined {
  const id = value === undefined ? undefined : toPostId(value)
  const isTaken = id === undefined || postOf(model, id) || model.foreign.has(id) || isGone(model, id)
  return isTaken ? undefined : id
}

/** The id of a target that must have no post, as a read shows; undefined where one may have it. */
export async function freeId(run: Sequence, target: Target): Promise<PostId | undefined> {
  const id = idOf(run.model, target)
  // Another client may take an id that no post has had yet, or a deleted one.
  const mayBeTaken = !run.isAlone && (target.kind !== 'deleted' || reusesIds(run.context))
  if (id === undefined || mayBeTaken) return undefined
  return (await send(run, plainRequest('GET', postPath(id)))).reply.status === 404 ? id : undefined
}

/**
 * The texts of a write; undefined where they are those of a post that does not exist.
 * @param post that of a replace.
 */
export function fieldsOf(run: Sequence, texts: Texts, post: OwnPost | undefined): PostFields | undefined {
  if (texts.kind === 'new') return newTexts(run, texts.number, post)
  const { version, near, content } = texts
  const id = idOf(run.model, texts.post)
  const fields = id === undefined ? undefined : pick(versionsOf(run.model, id), version)
  if (!fields) return undefined
  const title = near ? nearTitle(fields.title) : fields.title
  return { ...fields, title, content: content === undefined ? fields.content : contentOf(content, title) }
}

/** A new title, or that of a replaced post with a small change, and the content of a number. Default a unique one. */
export function newTexts(run: Sequence, number = contents.length, post?: OwnPost): PostFields {
  if (post) return replacement(post.title, number)
  const title = run.nextTitle()
  return allFields({ title, content: contentOf(number, title) })
}
