import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { Listing, PostIds } from '../document/listing.ts'
import { asPost, isObject, type ReceivedPost } from '../document/post-text.ts'
import type { OwnPost, OwnPosts } from '../session/own-posts.ts'
import type { View } from '../session/write-log.ts'
import { brief, type CheckContext, type Violation } from './check-context.ts'
import { inconsistentTexts } from './consistent-texts.ts'
import { FirstFew, mostFaults } from './evidence.ts'
import { explainedBy, isElsewhere, withTwins } from './explanation.ts'
import { faultsOfRead } from './read-check.ts'
import { differences, shapeless, textOf, wholeList } from './views.ts'

/** The post of the latest write, and the clause that is broken if it is wrong. */
export interface WrittenPost {
  readonly id: PostId
  readonly clause: ClauseId
}

/** Longer lists are read only after a write was repeated. */
const veryLong = 50_000

/** {@link checkList} between a write and its repetition: a very long list is not read then. */
export async function checkListBetween(context: CheckContext, target: WrittenPost): Promise<Violation[]> {
  return context.foreign.size > veryLong ? [] : await checkList(context, target)
}

/**
 * Compares the list with the run's posts: each is in it once, as last written; deleted ones are not; nor is another
 * post with the run's mark. A post that is wrong in the list is also read, to see whether the list or the post is
 * wrong.
 */
export async function checkList(context: CheckContext, target?: WrittenPost): Promise<Violation[]> {
  const { list, fault } = await wholeList(context)
  if (fault) return [fault]
  const { own } = context
  const { writes, isPaged } = context.setup
  const faults: Violation[] = []
  const shapes = new FirstFew<Violation>()
  const others = context.idsOfOtherWorkers(list)
  const isTwice = new Set<PostId>()
  for (const { item, id, earlier } of list.odd) {
    if (id !== undefined && others.has(id)) continue
    const post = asPost(item)
    const isExpected = id !== undefined && (context.incomplete.has(id) || own.spoilt.has(id))
    if (!isObject(item)) shapes.add('item', () => noItem(stringifyJson(item)))
    else if (!post && !isExpected) shapes.add('shape', () => shapeless(stringifyJson(item), id))
    if (id === undefined || earlier === undefined || own.spoilt.has(id)) continue
    isTwice.add(id)
    shapes.add('twice', () => twice(context, id, asPost(earlier), post))
  }
  faults.push(...shapes.items)
  takeOverAwaited(context, list)
  context.foreign = foreignIn(list, own, others)
  // If many are wrong, the first few show which clause is broken.
  let looks = 0
  let explanation: Explanation = { clauses: ['list.all'], views: ['list'] }
  for (const post of own.alive) {
    if (own.spoilt.has(post.id)) continue
    const wrong = listedFaults(context, post, list)
    const listed = context.incomplete.has(post.id) ? undefined : list.get(post.id)
    if (wrong.length === 0) {
      if (!isTwice.has(post.id)) writes.sawRight(post.id, 'list')
      if (listed) faults.push(...inconsistentTexts(context, post, listed, 'list'))
    } else if (looks++ < mostFaults) explanation = await attributed(context, post, list, target)
    if (wrong.length === 0) continue
    const { clauses, views } = explanation
    const isFinal = !isPaged && writes.mustBeRight(post.id, 'list')
    faults.push(...wrong.map((fault) => explainedBy({ ...fault, views, isFinal }, clauses)))
  }
  const marked = new Map(list.marked(context.marker).flatMap((item) => withId(asPost(item))))
  const unknown = [...marked.values()].filter(({ id }) => !own.get(id) && !own.spoilt.has(id))
  for (const post of unknown.slice(0, mostFaults)) faults.push(await unknownPost(context, post, target))
  const last = faults.at(-1)
  // A list may have more than a call has arguments.
  if (last) for (const { id } of unknown.slice(mostFaults)) faults.push({ ...last, post: id })
  if (unknown.length === 0) writes.sawListRight()
  return (await changesByLooking(context, faults, list)) ?? faults
}

function withId(post: ReceivedPost | undefined): [PostId, ReceivedPost][] {
  return post ? [[post.id, post]] : []
}

/** The foreign ids in a list. */
function foreignIn({ ids }: Listing, { alive }: OwnPosts, others: ReadonlySet<PostId>): PostIds {
  const own = new Set([...alive.map(({ id }) => id).filter((id) => ids.has(id)), ...others])
  return {
    size: ids.size - own.size,
    has: (id) => ids.has(id) && !own.has(id),
    *[Symbol.iterator]() {
      for (const id of ids) if (!own.has(id)) yield id
    },
  }
}

/** Whether a wrong state changes with each read; the clause is `safe.get` then. */
async function changesByLooking(
  context: CheckContext,
  faults: readonly Violation[],
  list: Listing,
): Promise<Violation[] | undefined> {
  if (!faults.some(({ views }) => views?.includes('read'))) return undefined
  const marked = (list: Listing) => stringifyJson(list.marked(context.marker))
  // Reading an existing post may change others.
  const shown = context.own.alive.findLast(({ id }) => list.ids.has(id))
  if (shown) await context.look(`/posts/${shown.id}`)
  const [before, after] = [marked(list), marked((await wholeList(context)).list)]
  if (before === after) return undefined
  return faults.map((fault) => ({ ...fault, clause: 'safe.get' }))
}

function noItem(text: string): Violation {
  return {
    clause: 'list.ok',
    about: 'the list has items that are not posts',
    expected: 'Post objects',
    actual: brief(text),
  }
}

function listedFaults(context: CheckContext, post: OwnPost, list: Listing): Violation[] {
  if (!list.ids.has(post.id)) {
    const about = `post ${post.id} is not in the list`
    const actual = 'not listed'
    return [{ clause: 'list.all', about, expected: textOf(post), actual, post: post.id }]
  }
  const listed = list.get(post.id)
  // An item that is not a post is already reported.
  return context.incomplete.has(post.id) || !listed
    ? []
    : differences(post, listed, 'list.all', 'in the list', context.own.previous(post.id))
}

/** The clauses that a wrongly listed post may break, and the views that show it wrong. */
interface Explanation {
  readonly clauses: readonly ClauseId[]
  readonly views: readonly View[]
}

/** Reads a wrongly listed post, to see whether the list or the post is wrong. */
async function attributed(
  context: CheckContext,
  post: OwnPost,
  list: Listing,
  target: WrittenPost | undefined,
): Promise<Explanation> {
  const { id } = post
  const { writes } = context.setup
  const isReadRight = faultsOfRead(context, id, await context.look(`/posts/${id}`)).length === 0
  if (isReadRight) return { clauses: writes.likelyClauses(id, ['list']), views: ['list'] }
  const views = ['list', 'read'] as const
  const clauses = withTwins(context, post, writes.likelyClauses(id, views))
  const clause = clauseOf(context, id, list, target)
  return { clauses: clause ? [clause, ...clauses] : clauses, views }
}

/** The clause that the latest write breaks if this post is wrong; undefined where that depends on earlier writes. */
function clauseOf(
  context: CheckContext,
  id: PostId,
  list: Listing,
  target: WrittenPost | undefined,
): ClauseId | undefined {
  const written = target && context.own.get(target.id)
  // Another post has the texts of the replace.
  if (target?.clause === 'replace.whole' && written && isElsewhere(context, written, list))
    return 'replace.same-id'
  return target && (id === target.id || target.clause.endsWith('.idempotent')) ? target.clause : undefined
}

/** Two posts with one id are the create's fault; one post twice is the list's, or the replace's if it shows old texts. */
function twice(
  context: CheckContext,
  id: PostId,
  first: ReceivedPost | undefined,
  second: ReceivedPost | undefined,
): Violation {
  const { own, setup } = context
  const versions = [own.get(id), own.previous(id)]
  const areVersions = [first, second].every((post) => versions.some((each) => each?.title === post?.title))
  const tokens = [first, second].map((post) => post && context.tokenIn(post.title, post.content))
  const areTwo = !areVersions && tokens[0] !== tokens[1] && tokens.every((token) => token !== undefined)
  const clauses = setup.writes.likelyClauses(id, ['list'])
  const fault: Violation = {
    clause: 'list.all',
    about: 'the list has a post twice',
    expected: `post ${id} once`,
    actual: `post ${id} more than once`,
    post: id,
    views: ['list'],
  }
  if (areTwo) return explainedBy(fault, ['create.assigns-id', ...clauses])
  if (first?.title === second?.title && first?.content === second?.content)
    return explainedBy(fault, ['list.all', 'replace.same-id', ...clauses])
  return explainedBy(fault, clauses[0] === 'replace.whole' ? ['replace.same-id', ...clauses] : clauses)
}

/** Takes over posts of writes that became visible late. */
function takeOverAwaited(context: CheckContext, list: Listing): void {
  for (const post of context.own.awaited) {
    const listed = list.get(post.id)
    if (listed && differences(post, listed, 'list.all', 'in the list').length === 0)
      context.setup.adopt(post, 'named')
  }
}

/** A post with the run's mark that should not exist: a copy, or a deleted one. */
async function unknownPost(
  context: CheckContext,
  post: ReceivedPost,
  target: WrittenPost | undefined,
): Promise<Violation> {
  const { id } = post
  const { own, setup } = context
  const cameBack = own.isGone(id)
  const about = cameBack
    ? `post ${id} was deleted and is still in the list`
    : `the list has a post ${id} that no request made`
  const fault = {
    clause: 'list.all',
    about,
    expected: 'no such post',
    actual: textOf(post),
    post: id,
  } as const
  const isOnlyListed = (await context.look(`/posts/${id}`)).status === 404
  const seen: Violation = { ...fault, views: isOnlyListed ? ['list'] : ['list', 'read'] }
  const written = setup.writes.likelyClausesOfUnknown(context.tokenIn(post.title, post.content))
  const isByTarget = target?.clause.endsWith('.idempotent') && (!cameBack || id === target.id)
  const repeated = target && isByTarget ? [target.clause] : []
  const listed = isOnlyListed ? (['list.all'] as const) : []
  if (!cameBack)
    return explainedBy(seen, [...listed, ...repeated, ...written, 'list.all', 'others.untouched'])
  // Another post may have changed its id.
  const isOther = own.alive.some(({ title, content }) => title === post.title && content === post.content)
  const moved = isOther ? (['others.untouched'] as const) : []
  return explainedBy(seen, [...repeated, ...moved, 'delete.removes', ...listed, ...written])
}
