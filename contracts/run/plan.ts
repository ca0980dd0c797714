import { type WriteName, writeWith } from '../../handlers/endpoints.ts'
import { eachField, type PostFields } from '../../handlers/fields.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import {
  alive,
  areEqual,
  gone,
  hadTexts,
  isGone,
  knownOf,
  type OwnPost,
  postOf,
  type ReferenceModel,
} from '../model/reference-model.ts'
import { idIn, listPath, postPath } from '../scenarios/addresses.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import { jsonRequest, plainRequest, type SentRequest } from '../scenarios/exchange.ts'
import { nearTitle } from '../scenarios/marks.ts'
import { idInBody, sentTexts } from '../scenarios/post-text.ts'
import {
  boundaryIds,
  type Example,
  pick,
  type Target,
  type Texts,
  type Write,
} from '../scenarios/scenario.ts'
import { allFields, contentOf, contents, permitsOf, replacement } from '../scenarios/texts.ts'
import { reusesIds } from './context.ts'
import { send } from './requests.ts'
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

/** The write of a step; undefined where the post, or an unused id, does not exist. */
export async function planOf(run: Sequence, step: Write): Promise<PlannedWrite | undefined> {
  const target = step.kind === 'create' ? step.id : step.post
  const isUnused = target !== undefined && target.kind !== 'existing'
  const id = target && (isUnused ? await freeId(run, target) : idOf(run.model, target))
  if (target && id === undefined) return undefined
  if (step.kind === 'delete')
    return id === undefined ? undefined : plannedDelete(run, id, isUnused ? 'anything' : 'success')
  const post = id === undefined ? undefined : postOf(run.model, id)
  // The texts at an unused id are unique, so that a new post is the run's.
  const isUnique = isUnused && step.texts.kind === 'like'
  const fields = isUnique ? newTexts(run, contents.length, post) : fieldsOf(run, step.texts, post)
  if (!fields) return undefined
  const permits = isUnused ? 'anything' : permitsOf(step.texts)
  const isReplace = step.kind === 'replace'
  const body = isReplace || id === undefined ? fields : { id, ...fields }
  const planned = plannedTexts(run, isReplace ? id : undefined, body, permits)
  return step.isChunked ? chunked(planned) : planned
}

/** A write whose body is sent in chunks. A service may want a Content-Length (411). */
function chunked({ request, ...planned }: PlannedWrite): PlannedWrite {
  const headers = { ...request.headers, 'transfer-encoding': 'chunked' }
  return { ...planned, request: { ...request, headers }, permits: 'success-or-refusal' }
}

/** The id that a target means; undefined where there is none, or another post has or had an id that must be unused. */
export function idOf(model: ReferenceModel, target: Target): PostId | undefined {
  switch (target.kind) {
    case 'existing':
      return pick(alive(model), target.index)?.id
    case 'deleted':
      return pick(gone(model), target.index)
    case 'boundary':
      return unusedIn(model, pick(boundaryIds, target.index))
    case 'near': {
      const near = pick(alive(model), target.index)
      return near && unusedIn(model, BigInt(near.id) + BigInt(target.offset))
    }
    case 'begin': {
      const { id = 0 } = pick(alive(model), target.index) ?? {}
      return id < 10 ? undefined : unusedIn(model, BigInt(id) / 10n)
    }
  }
}

function unusedIn(model: ReferenceModel, value: bigint | undefined): PostId | undefined {
  const id = value === undefined ? undefined : toPostId(value)
  const isTaken = id === undefined || postOf(model, id) || model.foreign.has(id) || isGone(model, id)
  return isTaken ? undefined : id
}

/** The id of a target that must have no post, as a read shows; undefined where one may have it. */
async function freeId(run: Sequence, target: Target): Promise<PostId | undefined> {
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
function fieldsOf(run: Sequence, texts: Texts, post: OwnPost | undefined): PostFields | undefined {
  if (texts.kind === 'new') return newTexts(run, texts.number, post)
  const { version, near, content } = texts
  const id = idOf(run.model, texts.post)
  const fields = id === undefined ? undefined : pick(knownOf(run.model, id).versions, version)
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
