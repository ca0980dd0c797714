import { fieldNames, type PostFields } from '../../handlers/fields.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { areEqual, type OwnPosts, type View } from '../model/own-posts.ts'
import type { ReceivedReply } from '../scenarios/exchange.ts'
import { titleIn } from '../scenarios/marks.ts'
import { asPost, carries, type Listing, readBody } from '../scenarios/post-text.ts'
import { attributed, type Facts, type Symptom, type WrittenPost } from './attribution.ts'
import { mostFaults, type Violation } from './run-record.ts'
import { type Expected, listSymptoms, readSymptoms } from './view-check.ts'

/** What a check saw. */
export interface Seen {
  readonly list: Listing
  readonly reads: ReadonlyMap<PostId, ReceivedReply>
}

/** The first few symptoms of each kind: if many posts are wrong, they show which clause is broken. */
export function firstOf(symptoms: readonly Symptom[]): Symptom[] {
  const kinds = Map.groupBy(symptoms, ({ kind }) => kind)
  return [...kinds.values()].flatMap((alike) => alike.slice(0, mostFaults))
}

/**
 * What is wrong, with the clauses that are the likeliest broken: by the views that show it, and by what was written.
 *
 * @param symptoms those of a read, or of the list, whose posts were also read.
 * @param target the write just checked.
 */
export function explain(
  expected: Expected,
  symptoms: readonly Symptom[],
  seen: Seen,
  target?: WrittenPost,
): Violation[] {
  return symptoms.flatMap(({ kind, fault }) => {
    const { post: id } = fault
    if (id === undefined) return fault
    if (isMoved(expected, id, kind, seen) || isByOthers(expected, id, fault, seen)) return []
    const isFinal = fault.isFinal || isSure(expected, id, fault, seen)
    if (kind === undefined) return { ...fault, isFinal }
    const views = viewsOf(expected, id, fault, seen)
    return attributed({ ...fault, views, isFinal }, kind, factsOf(expected, id, views, seen.list, target))
  })
}

/** Whether the view showed the post right and it was not written since, so that this is not a late write. */
function isSure(
  { own, marker, isPaged }: Expected,
  id: PostId,
  { views: [view] = [] }: Violation,
  { reads }: Seen,
): boolean {
  if (view === undefined || !own.mustBeRight(id, view)) return false
  if (own.get(id)) return view === 'read' || !isPaged
  // Another client may delete its post, or get the id of a deleted one.
  return view === 'read' && carries(asPost(readBody(reads.get(id)?.body ?? '')), marker)
}

/** Whether other clients may have moved a post, which was right, between the pages of the list while it was read. */
function isMoved(expected: Expected, id: PostId, kind: Symptom['kind'], { reads }: Seen): boolean {
  const reply = reads.get(id)
  const isPlace = kind === 'wrong post' || kind === 'one post listed twice'
  const mayMove = isPlace && expected.isPaged && expected.areOthersAtWork && expected.own.wasRight(id, 'list')
  return mayMove && reply !== undefined && readSymptoms(expected, id, reply).length === 0
}

/** Whether another client may be the reason: it deleted its post, or has the id by now. */
function isByOthers(
  { own, foreign, marker }: Expected,
  id: PostId,
  { views }: Violation,
  { list, reads }: Seen,
): boolean {
  if (own.get(id) || !views?.includes('read')) return false
  if (foreign.has(id)) return reads.get(id)?.status === 404 && !list.ids.has(id)
  const listed = list.get(id)
  return listed !== undefined && listed.title !== '' && !carries(listed, marker)
}

/** The views that show a post wrong. */
function viewsOf(expected: Expected, id: PostId, { views }: Violation, { list, reads }: Seen): View[] {
  const reply = reads.get(id)
  const isWrong = {
    list: () => listSymptoms(expected, list).some(({ fault }) => fault.post === id),
    read: () => reply !== undefined && readSymptoms(expected, id, reply).length > 0,
  }
  return (['list', 'read'] as const).filter((view) => views?.includes(view) || isWrong[view]())
}

function factsOf(
  { own, marker }: Expected,
  id: PostId,
  views: readonly View[],
  list: Listing,
  target: WrittenPost | undefined,
): Partial<Facts> {
  const listed = list.get(id)
  const post = own.get(id)
  if (!post) {
    const token = listed && titleIn(fieldNames.map((name) => listed[name]).join('\n'), marker)
    return { history: own.sinceListRight(token), target }
  }
  const written = (target && own.get(target.id)) ?? post
  const isElsewhere =
    !hasTwin(own, written.id, written) &&
    !areEqual(list.get(written.id), written) &&
    list.marked(marker).some((item) => areEqual(asPost(item), written))
  return { history: own.since(id, views), target, isTwin: hasTwin(own, id, post), isElsewhere }
}

/** Whether another post of the run has the same texts. */
function hasTwin(own: OwnPosts, id: PostId, texts: PostFields | undefined): boolean {
  return own.alive.some((each) => each.id !== id && areEqual(each, texts))
}
