import { type WriteName, writeWith } from '../../handlers/endpoints.ts'
import { eachField, type PostFields } from '../../handlers/fields.ts'
import type { PostId } from '../../handlers/model/post.ts'
import {
  areEqual,
  hadTexts,
  isGone,
  type OwnPost,
  postOf,
  type ReferenceModel,
} from '../model/reference-model.ts'
import { idIn, listPath, postPath } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import { jsonRequest, plainRequest, type SentRequest } from '../scenarios/exchange.ts'
import { idInBody, sentTexts } from '../scenarios/post-text.ts'
import type { Example } from '../scenarios/scenario.ts'
import type { Sequence } from './sequence.ts'

/** A write with its request. */
export interface PlannedWrite {
  readonly operation: WriteName
  readonly request: SentRequest
  /** The clause that it can break. */
  readonly clause: ClauseId
  /** Its post, as it was when the write was planned. */
  readonly post?: OwnPost | undefined
  /** An id that no post of the run has, in its path or body. */
  readonly named?: PostId | undefined
  readonly fields?: PostFields | undefined
  /** What a service may answer: it must accept ordinary texts, and may refuse those of another post. */
  readonly permits: Example['permits']
}

/** What a request writes, by the posts that there are. */
export function planned(
  model: ReferenceModel,
  request: SentRequest,
  permits: Example['permits'],
): PlannedWrite {
  const operation = writeWith(request.method) ?? 'create'
  const inPath = idIn(request.path)
  const post = inPath === undefined ? undefined : postOf(model, inPath)
  const named = post ? undefined : (inPath ?? idInBody(request.body ?? ''))
  if (operation === 'delete') {
    const ofNone = inPath !== undefined && isGone(model, inPath) ? 'delete.idempotent' : 'others.untouched'
    return { operation, request, clause: post ? 'delete.removes' : ofNone, post, named, permits }
  }
  const sent = sentTexts({ request })
  const fields = eachField((name) => sent[name] ?? '')
  const isSame = post && areEqual(post, fields)
  const clauses = {
    create: hadTexts(model, fields) ? 'create.not-idempotent' : 'create.adds',
    replace: isSame ? 'replace.idempotent' : 'replace.whole',
  } as const
  const planned = { operation, request, clause: clauses[operation], post, named, fields }
  // A service may refuse to change nothing.
  return { ...planned, permits: isSame && permits === 'success' ? 'success-or-refusal' : permits }
}

/** A create with some texts, or a replace of a post. */
export function plannedTexts(
  { model }: Sequence,
  id: PostId | undefined,
  fields: PostFields & { readonly id?: PostId },
  permits: Example['permits'],
): PlannedWrite {
  const request =
    id === undefined ? jsonRequest('POST', listPath, fields) : jsonRequest('PUT', postPath(id), fields)
  return planned(model, request, permits)
}

export function plannedDelete(
  { model }: Sequence,
  id: PostId,
  permits: Example['permits'] = 'success',
): PlannedWrite {
  return planned(model, plainRequest('DELETE', postPath(id)), permits)
}
