import { eachField, fieldNames, type PostFields } from '../../handlers/fields.ts'
import { isObject, stringifyJson } from '../../handlers/model/json.ts'
import { defined } from '../../handlers/model/members.ts'
import type { PostId } from '../../handlers/model/post.ts'
import {
  alive,
  isGone,
  type OwnPost,
  outdatedOf,
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
import type { Symptom } from './attribution.ts'
import { bothSides, brief } from './excerpt.ts'
import type { Violation } from './finding.ts'

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
export function listSymptoms(context: CheckContext, list: Listing): Symptom[] {
  return [
    ...list.odd.slice(0, mostOdd).flatMap((item) => oddSymptoms(context, item)),
    ...alive(context.model).flatMap((post) => ownSymptoms(context, post, list)),
    ...extraSymptoms(context, list),
  ]
}

/** How many odd items of a list are looked at. */
const mostOdd = 100

/** An item that is not a post, or a post that is there twice. */
function oddSymptoms({ model, marker }: CheckContext, { item, id, earlier }: OddItem): Symptom[] {
  if (!isObject(item)) {
    const about = 'the list has items that are not posts'
    const sides = { expected: 'Post objects', actual: brief(stringifyJson(item)) }
    return [{ kind: undefined, fault: { clause: 'list.ok', about, ...sides } }]
  }
  const post = asPost(item)
  const isExpected = id !== undefined && outdatedOf(model, id) !== undefined
  return [
    ...(post || isExpected ? [] : [{ kind: undefined, fault: shapeless(stringifyJson(item), id) }]),
    ...(id === undefined || earlier === undefined ? [] : [twice(marker, id, asPost(earlier), post)]),
  ]
}

/** Two posts with one id, or one post twice, such as its old and its new version. */
function twice(
  marker: string,
  id: PostId,
  first: ReceivedPost | undefined,
  second: ReceivedPost | undefined,
): Symptom {
  const [one, other] = [first, second].map((post) => post && titleIn(textOf(post), marker))
  const areTwo = one !== undefined && other !== undefined && one !== other
  const sides = { expected: `post ${id} once`, actual: `post ${id} more than once` }
  const fault = wrong('list', id, 'the list has a post twice', sides)
  return areTwo
    ? { kind: undefined, fault: { ...fault, clause: 'create.assigns-id' } }
    : { kind: 'one post listed twice', fault }
}

/** What is wrong with the item of a post of the run. */
function ownSymptoms({ model }: CheckContext, post: OwnPost, list: Listing): Symptom[] {
  const { id } = post
  if (!list.ids.has(id)) {
    const about = `post ${id} is not in the list`
    const sides = { expected: shown(post), actual: 'not listed' }
    return [{ kind: 'wrong post', fault: wrong('list', id, about, sides) }]
  }
  const listed = list.get(id)
  // An item that is not a post is odd.
  return outdatedOf(model, id) || !listed ? [] : differences(post, listed, 'list')
}

/** Posts with the run's mark that should not exist: a copy, or a deleted one. */
function extraSymptoms({ model, marker }: CheckContext, list: Listing): Symptom[] {
  const posts = list.marked(marker).flatMap((item) => asPost(item) ?? [])
  const extra = new Map(posts.filter(({ id }) => !postOf(model, id)).map((post) => [post.id, post]))
  return [...extra.values()].map((post): Symptom => {
    const { id } = post
    const isDeleted = isGone(model, id)
    const about = isDeleted
      ? `post ${id} was deleted and is still in the list`
      : `the list has a post ${id} that no request made`
    const sides = { expected: 'no such post', actual: shown(post) }
    return { kind: isDeleted ? 'deleted post' : 'unknown post', fault: wrong('list', id, about, sides) }
  })
}

function shown({ id, ...post }: OwnPost): string {
  return brief(stringifyJson({ id, ...eachField((name) => post[name]) }))
}

/** What is wrong with the reply to reading a post of the run, a foreign one, or an id that no post has. */
export function readSymptoms(
  { model }: Pick<CheckContext, 'model'>,
  id: PostId,
  reply: ReceivedReply,
): Symptom[] {
  const isThere = postOf(model, id) !== undefined || model.foreign.has(id)
  return isThere ? presentSymptoms(model, id, reply) : missingSymptoms(model, id, reply)
}

function presentSymptoms(model: ReferenceModel, id: PostId, reply: ReceivedReply): Symptom[] {
  const post = postOf(model, id)
  const kind = post && reply.status < 500 ? 'wrong post' : undefined
  const body = readBody(reply.body)
  const received = asPost(body)
  if (reply.status !== 200) {
    const isFinal = isFailure(reply) || (isSuccess(reply) && received?.id === id)
    const sides = { expected: 'status 200', actual: `status ${reply.status}` }
    return [{ kind, fault: { ...wrong('read', id, `post ${id} cannot be read`, sides), isFinal } }]
  }
  if (!received) {
    if (outdatedOf(model, id)) return []
    const fault = shapeless(reply.body, id)
    if (isPostLike(body)) return [{ kind: undefined, fault: { ...fault, views: ['read'] } }]
    return [{ kind, fault: wrong('read', id, fault.about, fault) }]
  }
  if (received.id !== id) {
    const about = 'reading a post returned another one'
    const sides = { expected: `post ${id}`, actual: `post ${received.id}` }
    // No older state explains it.
    return [{ kind, fault: { ...wrong('read', id, about, sides), isFinal: true } }]
  }
  const outdated = outdatedOf(model, id)
  if (outdated) return outdatedSymptoms(id, outdated, received)
  return post ? differences(post, received, 'read') : []
}

/** A text that a replace must have removed. An empty one may be the old one or a new one. */
function outdatedSymptoms(id: PostId, outdated: Partial<PostFields>, received: ReceivedPost): Symptom[] {
  return fieldNames.flatMap((field): readonly Symptom[] => {
    if (!outdated[field] || received[field] !== outdated[field]) return []
    const sides = { expected: `not the old ${field}`, actual: brief(received[field]) }
    const fault = wrong('read', id, `a replace kept the old ${field}`, sides)
    return [{ kind: undefined, fault: { ...fault, clause: 'replace.whole' } }]
  })
}

function missingSymptoms(model: ReferenceModel, id: PostId, reply: ReceivedReply): Symptom[] {
  if (reply.status === 404) return []
  const wasDeleted = isGone(model, id)
  const received = asPost(readBody(reply.body))
  const about = wasDeleted
    ? `post ${id} was deleted, and reading it does not answer 404`
    : `reading the unused id ${id} does not answer 404`
  const actual = `status ${reply.status}${reply.body === '' ? '' : ` with ${brief(reply.body)}`}`
  const isFinal = isFailure(reply) || (received !== undefined && received.id !== id)
  const fault = wrong('read', id, about, { expected: 'status 404', actual })
  const kind = wasDeleted && received?.id === id ? 'deleted post read' : undefined
  return [{ kind, fault: { ...fault, clause: 'read.missing', isFinal } }]
}

/** The differences between an expected and a received post, one for each text. */
function differences(post: OwnPost, received: ReceivedPost, view: View): Symptom[] {
  const { id } = post
  const where = view === 'list' ? 'in the list' : 'when it is read'
  return fieldNames.flatMap((field): readonly Symptom[] => {
    if (isKept(post[field], received[field])) return []
    const about = `the ${field} of post ${id} ${where} is wrong`
    const sides = bothSides(post[field], received[field])
    return [{ kind: 'wrong text', fault: wrong(view, id, about, sides) }]
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
function shapeless(text: string, id?: PostId): Violation {
  return {
    clause: 'post.shape',
    about: 'this is not a post',
    expected: `{ id: int64 integer, ${fieldNames.map((name) => `${name}: string`).join(', ')} }`,
    actual: brief(text),
    ...(id === undefined ? {} : { post: id }),
  }
}
