import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { asPost, carries, isPostLike, readBody } from '../spec/post-text.ts'
import { isFailure } from './attempts.ts'
import { attributed, brief, type CheckContext, type Violation } from './check-context.ts'
import { differences, factsOf, isListedRight, shapeless, wholeList } from './views.ts'

/**
 * What is wrong with the reply to reading a post. Where the list is right, the read is wrong; otherwise the post is.
 *
 * @param clause the clause that is broken if the post itself is wrong. Default by the writes since it was last right.
 */
export async function readFaults(
  context: CheckContext,
  id: PostId,
  reply: ReceivedReply,
  clause?: ClauseId,
): Promise<Violation[]> {
  const post = context.own.get(id)
  if (context.own.spoilt.has(id)) return []
  const isForeign = !post && context.foreign.has(id)
  if (isForeign && reply.status === 404 && !(await isListedAndMissing(context, id))) return []
  const { writes } = context.posts
  // A list that is late shows a post that is gone, and then it is looked for.
  const isKnown = post !== undefined || !context.foreign.has(id)
  const isSure = isKnown && writes.mustBeRight(id, 'read')
  const faults = faultsOfRead(context, id, reply).map((fault) =>
    isSure ? { ...fault, isFinal: true } : fault,
  )
  if (faults.length === 0) writes.sawRight(id, 'read')
  const target = clause && { id, clause }
  if (!post)
    return faults.map((fault) =>
      fault.clause === 'delete.removes' ? attributed(fault, 'after a write', { target }) : fault,
    )
  if (context.incomplete.has(id)) return faults
  if (!faults.some((fault) => fault.clause === 'read.ok'))
    return faults.map((fault) => ({ ...fault, views: ['read'] }))
  const { list } = await wholeList(context)
  const views = isListedRight(list, post) ? (['read'] as const) : (['read', 'list'] as const)
  const facts = { ...factsOf(context, post, list, target), history: writes.since(id, views) }
  const kind = reply.status >= 500 ? 'failed read' : 'wrong post'
  return faults.map((fault) =>
    fault.clause === 'read.ok' ? attributed({ ...fault, views }, kind, facts) : fault,
  )
}

/**
 * Whether reading a foreign post answers 404 between two lists that show it: its owner may delete it at any time, and
 * another client may get its id.
 */
async function isListedAndMissing(context: CheckContext, id: PostId): Promise<boolean> {
  const before = (await wholeList(context)).list.get(id)
  if (!before || (await context.look(`/posts/${id}`)).status !== 404) return false
  const after = (await wholeList(context)).list.get(id)
  return after?.title === before.title && after.content === before.content
}

/** The faults in the reply alone. */
export function faultsOfRead(context: CheckContext, id: PostId, reply: ReceivedReply): Violation[] {
  const post = context.own.get(id)
  if (!post && !context.foreign.has(id)) return missingFaults(context, id, reply)
  const clause = 'read.ok'
  if (reply.status !== 200) {
    const about = `post ${id} cannot be read`
    const isThere = isSuccess(reply) && asPost(readBody(reply.body))?.id === id
    return [
      {
        clause,
        about,
        expected: 'status 200',
        actual: `status ${reply.status}`,
        post: id,
        isFinal: isThere || isFailure(reply),
      },
    ]
  }
  const body = readBody(reply.body)
  const received = asPost(body)
  if (!received) {
    if (context.incomplete.has(id)) return []
    const fault = shapeless(reply.body, id)
    return [isPostLike(body) ? fault : { ...fault, clause }]
  }
  if (received.id !== id) {
    const about = 'reading a post returned another one'
    // No older state explains it.
    return [{ clause, about, expected: `post ${id}`, actual: `post ${received.id}`, post: id, isFinal: true }]
  }
  return !post || context.incomplete.has(id) ? [] : differences(post, received, clause, 'when it is read')
}

/**
 * What is wrong with the reply to reading a post that does not exist. The id of a deleted post may belong to a
 * foreign post without this run's mark.
 */
export function missingFaults(context: CheckContext, id: PostId, reply: ReceivedReply): Violation[] {
  if (reply.status === 404 || context.own.spoilt.has(id)) return []
  const isGone = context.own.isGone(id)
  const post = asPost(readBody(reply.body))
  if (
    reply.status === 200 &&
    isGone &&
    post?.id === id &&
    post.title !== '' &&
    !carries(post, context.marker)
  ) {
    context.excuse('a foreign post has the id of the deleted post by now')
    return []
  }
  const about = isGone
    ? `post ${id} was deleted, and reading it does not answer 404`
    : `reading the unused id ${id} does not answer 404`
  const actual = `status ${reply.status}${reply.body === '' ? '' : ` with ${brief(reply.body)}`}`
  const isFinal = isFailure(reply) || (post !== undefined && post.id !== id)
  const fault = { about, expected: 'status 404', actual, isFinal, post: id } as const
  const kind = isGone && post?.id === id ? 'deleted post read' : 'missing post read'
  return [attributed({ clause: 'read.missing', ...fault, views: ['read'] }, kind)]
}

/** Reads a post and returns what is wrong. @param clause see {@link readFaults}. */
export async function readBack(context: CheckContext, id: PostId, clause?: ClauseId): Promise<Violation[]> {
  return await readFaults(context, id, await context.look(`/posts/${id}`), clause)
}
