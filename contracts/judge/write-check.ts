import { endpoints, type WriteName } from '../../handlers/endpoints.ts'
import { eachField, fieldNames, type PostFields } from '../../handlers/fields.ts'
import type { OwnPost, ReferenceModel } from '../model/reference-model.ts'
import { sinceRight } from '../model/since.ts'
import { idIn } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import type { Exchange, ReceivedReply } from '../scenarios/exchange.ts'
import { isBarred, isBusy } from '../wire/status.ts'
import { attributed, ofAnother } from './attribution.ts'
import { brief } from './excerpt.ts'
import type { Violation } from './finding.ts'

/**
 * What is wrong with a write that failed; undefined where it was refused for rights or limits, or redirected, which the
 * document leaves open.
 *
 * @param texts which texts it has: a service may refuse others than ordinary ones, but must not fail at them.
 * @param read the reply to reading its post, where the write did not find it.
 */
export function failedWrite(
  model: ReferenceModel,
  operation: WriteName,
  { request, reply }: Exchange,
  texts = 'ordinary texts',
  read?: ReceivedReply,
): Violation | undefined {
  const { status } = reply
  if (isBarred(reply) || isBusy(reply) || status < 400) return undefined
  const id = idIn(request.path)
  const violation = {
    clause: endpoints[operation].clause,
    about: `a ${operation} with ${texts} fails`,
    expected: 'a status of success',
    actual: `status ${status}`,
  }
  // A missing post cannot be written: an earlier request that lost it broke a clause.
  if (read?.status === 200) return { ...violation, alternatives: ofAnother }
  if (read?.status !== 404 || id === undefined) return violation
  const about = `post ${id} does not exist any more, and a ${operation} of it fails`
  const history = sinceRight(model, id, ['list', 'read'], request.method)
  const lost = attributed(violation, 'wrong post', { views: ['list', 'read'], history })
  return { ...lost, about, post: id, views: ['read'] }
}

/**
 * A successful create without a new post that has its texts.
 * @param sent its texts. @param shown the new post that the list shows under the id that the reply named.
 */
export function lostCreate(clause: ClauseId, sent: PostFields, shown?: PostFields): Violation {
  const expected = brief(JSON.stringify(sent))
  if (shown) {
    const actual = brief(JSON.stringify(eachField((name) => shown[name])))
    const alternatives = ['create.assigns-id', 'wire.json'] as const
    return { clause, alternatives, about: 'a created post has other texts', expected, actual }
  }
  const about =
    clause === 'create.not-idempotent'
      ? 'a create that equals an earlier one succeeds, but makes no post'
      : 'a created post can neither be read nor be found in the list'
  const alternatives = ['create.adds', 'create.assigns-id'] as const
  return { clause, alternatives, about, expected, actual: 'no new post', views: ['list', 'read'] }
}

/** A created post with the id of another post of the run. */
export function takenId({ id, ...other }: OwnPost, sent: PostFields): Violation {
  const end = Number.isSafeInteger(Number(id)) ? '' : `: beyond 2^53 ids are rounded to a double`
  const about = `a created post got the id of another post${end}`
  const violation = {
    clause: 'create.assigns-id',
    about,
    expected: 'an unused id',
    actual: `id ${id}`,
    post: id,
  } as const
  const isTwin = fieldNames.some((name) => other[name] === sent[name])
  return isTwin ? { ...violation, alternatives: ['create.not-idempotent'] } : violation
}
