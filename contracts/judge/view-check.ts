import { eachField, fieldNames, type PostFields } from '../../handlers/fields.ts'
import { isObject, type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import type { PostId } from '../../handlers/model/post.ts'
import {
  alive,
  isGone,
  isIncomplete,
  knownOf,
  type OwnPost,
  postOf,
  type ReferenceModel,
  type View,
} from '../model/reference-model.ts'
import type { ReceivedReply } from '../scenarios/exchange.ts'
import { titleIn } from '../scenarios/marks.ts'
import {
  asPost,
  isKept,
  isPostLike,
  type Listing,
  type OddItem,
  type ReceivedPost,
  readBody,
  textOf,
} from '../scenarios/post-text.ts'
import { isFailure, isSuccess } from '../wire/status.ts'
import type { Kind } from './attribution.ts'
import { bothSides, brief } from './excerpt.ts'
import type { Violation } from './finding.ts'

/** What differs from the reference model. Without a kind, the clause that it contradicts is broken. */
export interface Mismatch extends Violation {
  readonly kind?: Kind
}

/** What a check compares with: what the provider must show, and what may disturb it. */
export interface CheckContext {
  readonly model: ReferenceModel
  /** The unique text in the title or the content of each post of the sequence. */
  readonly marker: string
  /** Whether the list has pages: foreign writes may move posts between them during a read. */
  readonly isPaged: boolean
  /** Whether a read may show an older state than an earlier read. */
  readonly isEventual: boolean
  /** Whether no other client or sequence writes. */
  readonly isAlone: boolean
}

/**
 * Compares the list with the run's posts: each is in it once, as last written; deleted ones are not; nor is another
 * post with the run's mark.
 */
export function listMismatches(context: CheckContext, list: Listing): Mismatch[] {
  return [
    ...list.odd.slice(0, mostOdd).flatMap((item) => oddMismatches(context, item)),
    ...alive(context.model).flatMap((post) => ownMismatches(context, post, list)),
    ...extraMismatches(context, list),
  ]
}

/** How many odd items of a list are looked at. */
const mostOdd = 100

/** An item that is not a post, or a post that is there twice. */
function oddMismatches({ model, marker }: CheckContext, { item, id, earlier }: OddItem): Mismatch[] {
  if (!isObject(item)) return [noPost(item)]
  const post = asPost(item)
  const isExpected = id !== undefined && isIncomplete(model, id)
  return [
    ...(post || isExpected ? [] : [shapeless('list', stringifyJson(item), id)]),
    ...(!post && isExpected && isGone(model, id) ? [extra(model, id, stringifyJson(item))] : []),
    ...(id === undefined || earlier === undefined ? [] : [twice(model, marker, id, [asPost(earlier), post])]),
  ]
}

/** An item of a list that is not an object, at whatever time it was read. */
export function noPost(item: JsonValue): Violation {
  const about = 'the list has items that are not posts'
  return { clause: 'list.ok', about, expected: 'Post objects', actual: brief(stringifyJson(item)) }
}

/** Two posts with one id, or one post twice, such as its old and its new version. */
function twice(
  model: ReferenceModel,
  marker: string,
  id: PostId,
  items: readonly (ReceivedPost | undefined)[],
): Mismatch {
  const marksOf = (posts: readonly (PostFields | undefined)[]) =>
    posts.flatMap((post) => (post && titleIn(textOf(post), marker)) ?? [])
  const marks = new Set(marksOf(items))
  const own = new Set(marksOf(knownOf(model, id).versions))
  const sides = { expected: `post ${id} once`, actual: `post ${id} more than once` }
  const violation = wrong('list', id, 'the list has a post twice', sides)
  if (marks.size < 2) return { ...violation, kind: 'one post listed twice' }
  const isOwn = [...marks].every((mark) => own.has(mark))
  if (isOwn) return { ...violation, clause: 'replace.same-id', alternatives: ['list.all'] }
  // The list may show a post under the id of another one.
  return { ...violation, clause: 'create.assigns-id', alternatives: ['list.all'] }
}

/** What is wrong with the item of a post of the run. */
function ownMismatches({ model }: CheckContext, post: OwnPost, list: Listing): Mismatch[] {
  const { id } = post
  if (!list.ids.has(id)) {
    const about = `post ${id} is not in the list`
    const sides = { expected: shown(post), actual: 'not listed' }
    return [{ ...wrong('list', id, about, sides), kind: 'wrong post' }]
  }
  const listed = list.get(id)
  // An item that is not a post is odd.
  return listed ? differences(model, id, listed, 'list') : []
}

/** Posts with the run's mark that should not exist: a copy, or a deleted one. */
function extraMismatches({ model, marker }: CheckContext, list: Listing): Mismatch[] {
  const marked = list.marked(marker).flatMap((item) => asPost(item) ?? [])
  const posts = new Map(marked.filter(({ id }) => !postOf(model, id)).map((post) => [post.id, post]))
  return [...posts.values()].map((post) => extra(model, post.id, shown(post)))
}

/** A post that should not exist, or a foreign one that got a text of the run. */
function extra(model: ReferenceModel, id: PostId, actual: string): Mismatch {
  if (model.foreign.has(id)) {
    const about = `post ${id}, which was there before, has a text of this run`
    const alternatives = ['replace.same-id', 'create.assigns-id', 'list.all'] as const
    const violation = wrong('list', id, about, { expected: 'its own texts', actual })
    return { ...violation, clause: 'others.untouched', alternatives }
  }
  const isDeleted = isGone(model, id)
  const about = isDeleted
    ? `post ${id} was deleted and is still in the list`
    : `the list has a post ${id} that no request made`
  const violation = wrong('list', id, about, { expected: 'no such post', actual })
  return { ...violation, kind: isDeleted ? 'deleted post' : 'unknown post' }
}

function shown({ id, ...post }: OwnPost): string {
  return brief(stringifyJson({ id, ...eachField((name) => post[name]) }))
}

/** What is wrong with the reply to reading a post of the run, a foreign one, or an id that no post has. */
export function readMismatches({ model }: CheckContext, id: PostId, reply: ReceivedReply): Mismatch[] {
  const isThere = postOf(model, id) !== undefined || model.foreign.has(id)
  return isThere ? presentMismatches(model, id, reply) : missingMismatches(model, id, reply)
}

function presentMismatches(model: ReferenceModel, id: PostId, reply: ReceivedReply): Mismatch[] {
  const post = postOf(model, id)
  const kind = post && reply.status < 500 ? ({ kind: 'wrong post' } as const) : {}
  const body = readBody(reply.body)
  const received = asPost(body)
  if (reply.status !== 200) {
    const isFinal = isFailure(reply) || (isSuccess(reply) && received?.id === id)
    const sides = { expected: 'status 200', actual: `status ${reply.status}` }
    const about = `post ${id}${post ? '' : ', which is listed,'} cannot be read`
    const alternatives = post ? {} : { alternatives: ['list.all'] as const }
    return [{ ...wrong('read', id, about, sides), ...kind, ...alternatives, isFinal }]
  }
  if (!received) {
    if (isIncomplete(model, id)) return []
    const violation = shapeless('read', reply.body, id)
    if (isPostLike(body)) return [violation]
    return [{ ...wrong('read', id, violation.about, violation), ...kind }]
  }
  if (received.id !== id) {
    const about = 'reading a post returned another one'
    const sides = { expected: `post ${id}`, actual: `post ${received.id}` }
    // No older state explains it.
    return [{ ...wrong('read', id, about, sides), ...kind, isFinal: true }]
  }
  return post ? differences(model, id, received, 'read') : []
}

function missingMismatches(model: ReferenceModel, id: PostId, reply: ReceivedReply): Mismatch[] {
  if (reply.status === 404) return []
  const wasDeleted = isGone(model, id)
  const received = asPost(readBody(reply.body))
  const about = wasDeleted
    ? `post ${id} was deleted, and reading it does not answer 404`
    : `reading the unused id ${id} does not answer 404`
  const actual = `status ${reply.status}${reply.body === '' ? '' : ` with ${brief(reply.body)}`}`
  const isFinal = isFailure(reply) || (received !== undefined && received.id !== id)
  const violation = wrong('read', id, about, { expected: 'status 404', actual })
  const kind = wasDeleted ? 'deleted post' : 'post under an unused id'
  return [{ ...violation, ...(received?.id === id ? { kind } : {}), clause: 'read.missing', isFinal }]
}

/** How a post differs from what is expected, or from what a view showed last: one for each text. */
function differences(model: ReferenceModel, id: PostId, received: ReceivedPost, view: View): Mismatch[] {
  const { expected, shown } = knownOf(model, id)
  const where = view === 'list' ? 'in the list' : 'when it is read'
  const unexpected = fieldNames.flatMap((field): readonly Mismatch[] => {
    const [text, must] = [received[field], expected?.[field]]
    if (must?.kind === 'text' && !isKept(must.text, text)) {
      const about = `the ${field} of post ${id} ${where} is wrong`
      return [{ ...wrong(view, id, about, bothSides(must.text, text)), kind: 'wrong text' }]
    }
    if (must?.kind !== 'not' || must.text !== text) return []
    const sides = { expected: `not the old ${field}`, actual: brief(text) }
    return [{ ...wrong(view, id, `a replace kept the old ${field}`, sides), kind: 'wrong text' }]
  })
  return unexpected.length > 0 || !shown ? unexpected : otherTexts(id, view, shown, received)
}

/** The texts of a post that a view shows otherwise than the other view did. */
export function otherTexts(id: PostId, view: View, shown: PostFields, received: PostFields): Mismatch[] {
  const where = view === 'list' ? 'in the list and when it is read' : 'when it is read and in the list'
  return fieldNames.flatMap((field): readonly Mismatch[] => {
    if (shown[field] === received[field]) return []
    const about = `the ${field} of post ${id} is not the same ${where}`
    return [{ ...wrong(view, id, about, bothSides(shown[field], received[field])), kind: 'other text' }]
  })
}

/** What a view shows wrong of a post. */
function wrong(
  view: View,
  post: PostId,
  about: string,
  { expected, actual, difference }: Pick<Violation, 'expected' | 'actual' | 'difference'>,
): Violation {
  const clause = view === 'list' ? 'list.all' : 'read.ok'
  return { clause, about, expected, actual, ...defined({ difference }), post, views: [view] }
}

/** A value that is not a post. */
function shapeless(view: View, text: string, id?: PostId): Violation {
  return {
    clause: 'post.shape',
    about: 'this is not a post',
    expected: `{ id: int64 integer, ${fieldNames.map((name) => `${name}: string`).join(', ')} }`,
    actual: brief(text),
    views: [view],
    ...(id === undefined ? {} : { post: id }),
  }
}
