import type { JsonValue } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { ReceivedReply } from '../document/exchange.ts'
import { asPost, isObject, readBody } from '../document/post-text.ts'
import { carries } from '../session/find-id.ts'
import { isFailure } from './attempts.ts'
import { type Bench, brief, type Violation } from './bench.ts'
import { differences, shapeless } from './survey.ts'

/** What is wrong with the reply to reading a post of this run. */
export function readFaults(bench: Bench, id: PostId, reply: ReceivedReply, clause: ClauseId): Violation[] {
  const post = bench.own.get(id)
  if (!post && !bench.foreign.has(id)) return missingFaults(bench, id, reply)
  if (reply.status !== 200) {
    return [
      {
        clause,
        about: `post ${id} cannot be read`,
        expected: 'status 200',
        actual: `status ${reply.status}`,
        isFinal: isFailure(reply),
      },
    ]
  }
  const body = readBody(reply.body)
  const received = asPost(body)
  if (!received) return bench.incomplete.has(id) ? [] : [shapeless(reply.body, clauseOfShape(body))]
  if (received.id !== id) {
    return [
      {
        clause,
        about: 'another post than the one asked for was read',
        expected: `post ${id}`,
        actual: `post ${received.id}`,
      },
    ]
  }
  return !post || bench.incomplete.has(id) ? [] : differences(post, received, clause, 'when it is read')
}

/** A misshapen post is one all the same; what has neither title nor content is another reply than the document's. */
function clauseOfShape(body: JsonValue | undefined): ClauseId {
  const names = isObject(body) ? Object.keys(body).map((name) => name.toLowerCase()) : []
  return names.includes('title') || names.includes('content') ? 'post.shape' : 'read.ok'
}

/**
 * What is wrong with the reply to reading a post that does not exist. A service may give the id of a deleted post to
 * somebody else's: then there is a post, and it carries no mark of this run.
 */
export function missingFaults(bench: Bench, id: PostId, reply: ReceivedReply): Violation[] {
  if (reply.status === 404) return []
  const isGone = bench.own.isGone(id)
  const post = asPost(readBody(reply.body))
  if (reply.status === 200 && isGone && post?.id === id && post.title !== '' && !carries(post, bench.marker))
    return []
  const about = isGone
    ? `post ${id} was deleted, and reading it is not answered with 404`
    : `reading ${id}, which no post has as its id, is not answered with 404`
  const actual = `status ${reply.status}${reply.body === '' ? '' : ` with ${brief(reply.body)}`}`
  const isStillThere = isGone && post !== undefined
  const clause = isStillThere ? 'delete.removes' : 'read.missing'
  return [{ clause, about, expected: 'status 404', actual, isFinal: isFailure(reply) }]
}

/** Reads a post and says what is wrong. */
export async function readBack(bench: Bench, id: PostId, clause: ClauseId): Promise<Violation[]> {
  return readFaults(bench, id, await bench.look('GET', `/posts/${id}`), clause)
}
