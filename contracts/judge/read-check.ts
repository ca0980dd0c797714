import type { PostId } from '../../handlers/model/post.ts'
import { isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { asPost, isPostLike, readBody } from '../spec/post-text.ts'
import type { Symptom } from './attribution.ts'
import { brief } from './excerpt.ts'
import { differences, type Expected, shapeless } from './expected.ts'
import { isFailure } from './reply-check.ts'

const views = ['read'] as const

/** What is wrong with the reply to reading a post of the run, a foreign one, or an id that no post has. */
export function readSymptoms(expected: Expected, id: PostId, reply: ReceivedReply): Symptom[] {
  const isThere = expected.own.get(id) !== undefined || expected.foreign.has(id)
  return isThere ? presentSymptoms(expected, id, reply) : missingSymptoms(expected, id, reply)
}

function presentSymptoms({ own }: Expected, id: PostId, reply: ReceivedReply): Symptom[] {
  const post = own.get(id)
  const kind = post && (reply.status >= 500 ? 'failed read' : 'wrong post')
  const fault = { clause: 'read.ok', post: id, views } as const
  const body = readBody(reply.body)
  const received = asPost(body)
  if (reply.status !== 200) {
    const isFinal = isFailure(reply) || (isSuccess(reply) && received?.id === id)
    const sides = { expected: 'status 200', actual: `status ${reply.status}` }
    return [{ kind, fault: { ...fault, about: `post ${id} cannot be read`, ...sides, isFinal } }]
  }
  if (!received) {
    if (own.incomplete.has(id)) return []
    const shape = { ...shapeless(reply.body, id), views }
    return [isPostLike(body) ? { kind: undefined, fault: shape } : { kind, fault: { ...shape, ...fault } }]
  }
  if (received.id !== id) {
    const about = 'reading a post returned another one'
    const sides = { expected: `post ${id}`, actual: `post ${received.id}` }
    // No older state explains it.
    return [{ kind, fault: { ...fault, about, ...sides, isFinal: true } }]
  }
  return !post || own.incomplete.has(id) ? [] : differences(post, received, 'read')
}

function missingSymptoms({ own }: Expected, id: PostId, reply: ReceivedReply): Symptom[] {
  if (reply.status === 404) return []
  const isGone = own.isGone(id)
  const received = asPost(readBody(reply.body))
  const about = isGone
    ? `post ${id} was deleted, and reading it does not answer 404`
    : `reading the unused id ${id} does not answer 404`
  const actual = `status ${reply.status}${reply.body === '' ? '' : ` with ${brief(reply.body)}`}`
  const isFinal = isFailure(reply) || (received !== undefined && received.id !== id)
  const fault = {
    clause: 'read.missing',
    about,
    expected: 'status 404',
    actual,
    isFinal,
    post: id,
    views,
  } as const
  return [{ kind: isGone && received?.id === id ? 'deleted post read' : 'missing post read', fault }]
}
