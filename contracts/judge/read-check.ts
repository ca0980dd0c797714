import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import { isSuccess, type ReceivedReply } from '../document/exchange.ts'
import { asPost, carries, readBody } from '../document/post-text.ts'
import { isFailure } from './attempts.ts'
import { isPostLike } from './broken-by-replies.ts'
import { brief, type CheckContext, type Violation } from './check-context.ts'
import { inconsistentTexts } from './consistent-texts.ts'
import { explainedBy, isElsewhere, withTwins } from './explanation.ts'
import { differences, isListedRight, shapeless, wholeList } from './views.ts'

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
  const { writes } = context.setup
  // A list that is late shows a post that is gone, and then it is looked for.
  const isKnown = post !== undefined || !context.foreign.has(id)
  const isSure = isKnown && writes.mustBeRight(id, 'read')
  const faults = faultsOfRead(context, id, reply).map((fault) =>
    isSure ? { ...fault, isFinal: true } : fault,
  )
  if (faults.length === 0) writes.sawRight(id, 'read')
  if (!post)
    return faults.map((fault) =>
      clause && fault.clause === 'delete.removes' ? explainedBy(fault, [clause, 'delete.removes']) : fault,
    )
  if (context.incomplete.has(id)) return faults
  const received = faults.length === 0 ? asPost(readBody(reply.body)) : undefined
  if (received) return inconsistentTexts(context, post, received, 'read')
  if (!faults.some((fault) => fault.clause === 'read.ok'))
    return faults.map((fault) => ({ ...fault, views: ['read'] }))
  const { list } = await wholeList(context)
  const views = isListedRight(list, post) ? (['read'] as const) : (['read', 'list'] as const)
  const likely = writes.likelyClauses(id, views)
  const moved =
    likely[0] === 'replace.whole' && isElsewhere(context, post, list) ? ['replace.same-id' as const] : []
  const failing = reply.status >= 500 ? (['read.ok'] as const) : []
  const written = [...failing, ...withTwins(context, post, [...moved, ...likely])]
  const clauses = clause && written[0] !== 'read.ok' ? [clause, ...written] : written
  return faults.map((fault) =>
    fault.clause === 'read.ok' ? explainedBy({ ...fault, views }, clauses) : fault,
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
    return [{ clause, about, expected: `post ${id}`, actual: `post ${received.id}`, post: id }]
  }
  return !post || context.incomplete.has(id)
    ? []
    : differences(post, received, clause, 'when it is read', context.own.previous(id))
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
  const isStillThere = isGone && post?.id === id
  return [
    {
      clause: isStillThere ? 'delete.removes' : 'read.missing',
      about,
      expected: 'status 404',
      actual,
      isFinal: isFailure(reply),
      views: ['read'],
      post: id,
      alternatives: isStillThere ? ['read.missing', 'create.assigns-id', 'safe.get'] : ['safe.get'],
    },
  ]
}

/** Reads a post and returns what is wrong. @param clause see {@link readFaults}. */
export async function readBack(context: CheckContext, id: PostId, clause?: ClauseId): Promise<Violation[]> {
  return await readFaults(context, id, await context.look(`/posts/${id}`), clause)
}
