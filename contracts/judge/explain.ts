import type { PostId } from '../../handlers/model/post.ts'
import {
  alive,
  allViews,
  areEqual,
  isGone,
  mustBeRight,
  type OwnPost,
  postOf,
  type View,
  wasRight,
} from '../model/reference-model.ts'
import { sinceListRight, sinceRight } from '../model/since.ts'
import type { ReceivedReply } from '../scenarios/exchange.ts'
import { titleIn } from '../scenarios/marks.ts'
import { asPost, carries, type Listing, readBody, textOf } from '../scenarios/post-text.ts'
import { attributed, type Facts, type WrittenPost } from './attribution.ts'
import { mostViolations, type Violation } from './finding.ts'
import { type CheckContext, listMismatches, type Mismatch, readMismatches } from './view-check.ts'

/** What a check saw. */
export interface Seen {
  readonly list: Listing
  readonly reads: ReadonlyMap<PostId, ReceivedReply>
}

/** The first few mismatches of each kind: if many posts are wrong, they show which clause is broken. */
export function firstOf(mismatches: readonly Mismatch[]): Mismatch[] {
  const kinds = Map.groupBy(mismatches, ({ kind }) => kind)
  return [...kinds.values()].flatMap((alike) => alike.slice(0, mostViolations))
}

/**
 * What is wrong, with the clauses that are the likeliest broken: by the views that show it, and by what was written.
 *
 * @param mismatches those of a read, or of the list, whose posts were also read.
 * @param target the write just checked.
 */
export function explain(
  context: CheckContext,
  mismatches: readonly Mismatch[],
  seen: Seen,
  target?: WrittenPost,
): Violation[] {
  const wrongInList = new Set(listMismatches(context, seen.list).map(({ post }) => post))
  return mismatches.flatMap(({ kind, ...violation }) => {
    const { post: id } = violation
    if (id === undefined) return violation
    if (isMoved(context, id, kind, seen) || isByOthers(context, id, violation, seen)) return []
    if (kind === 'other text' && areViewsEqual(id, seen)) return []
    const isFinal = violation.isFinal || (kind !== 'other text' && isSure(context, id, violation, seen))
    if (kind === undefined) return { ...violation, isFinal }
    const isWrong = { list: wrongInList.has(id), read: isReadWrong(context, id, seen) }
    const views = allViews.filter((view) => violation.views?.includes(view) || isWrong[view])
    return attributed({ ...violation, views, isFinal }, kind, factsOf(context, id, views, seen.list, target))
  })
}

/** Whether the view showed the post right and it was not written since, so that this is not a late write. */
function isSure(
  { model, marker, isPaged, isEventual }: CheckContext,
  id: PostId,
  { views: [view] = [] }: Violation,
  { reads }: Seen,
): boolean {
  if (view === undefined || isEventual || !mustBeRight(model, id, view)) return false
  if (postOf(model, id)) return view === 'read' || !isPaged
  // Another client may delete its post, or get the id of a deleted one.
  return view === 'read' && carries(asPost(readBody(reads.get(id)?.body ?? '')), marker)
}

/** Whether both views, as they are now, show the same texts of a post; or one of them does not show it. */
function areViewsEqual(id: PostId, { list, reads }: Seen): boolean {
  const [listed, read] = [list.get(id), asPost(readBody(reads.get(id)?.body ?? ''))]
  return !listed || !read || areEqual(listed, read)
}

/** Whether other clients may have moved a post between the pages of the list while it was read: a foreign one, or one that was right. */
function isMoved(context: CheckContext, id: PostId, kind: Mismatch['kind'], seen: Seen): boolean {
  const isPlace = kind === 'wrong post' || kind === 'one post listed twice'
  if (!isPlace || !context.isPaged) return false
  if (context.model.foreign.has(id)) return true
  const mayMove = !context.isAlone && wasRight(context.model, id, 'list')
  return mayMove && seen.reads.has(id) && !isReadWrong(context, id, seen)
}

/** Whether another client may be the reason: it deleted its post, or has the id by now. */
function isByOthers(
  { model, marker }: CheckContext,
  id: PostId,
  { views }: Violation,
  { list, reads }: Seen,
): boolean {
  if (postOf(model, id) || !views?.includes('read')) return false
  if (model.foreign.has(id)) return reads.get(id)?.status === 404 && !list.ids.has(id)
  const listed = list.get(id)
  return listed !== undefined && listed.title !== '' && !carries(listed, marker)
}

function isReadWrong(context: CheckContext, id: PostId, { reads }: Seen): boolean {
  const reply = reads.get(id)
  return reply !== undefined && readMismatches(context, id, reply).length > 0
}

function factsOf(
  { model, marker }: CheckContext,
  id: PostId,
  views: readonly View[],
  list: Listing,
  target: WrittenPost | undefined,
): Partial<Facts> {
  const post = postOf(model, id)
  const hasTwin = (own: OwnPost) => alive(model).some((each) => each.id !== own.id && areEqual(each, own))
  if (post) {
    const written = (target && postOf(model, target.id)) ?? post
    const isElsewhere =
      !hasTwin(written) &&
      !areEqual(list.get(written.id), written) &&
      list.marked(marker).some((item) => areEqual(asPost(item), written))
    return { history: sinceRight(model, id, views), target, isTwin: hasTwin(post), isElsewhere }
  }
  if (!views.includes('list') && !isGone(model, id)) return { history: sinceRight(model, id, views), target }
  const listed = list.get(id)
  return { history: sinceListRight(model, listed && titleIn(textOf(listed), marker)), target }
}
