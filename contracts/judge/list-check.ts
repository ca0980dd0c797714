import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { OwnPost } from '../model/own-posts.ts'
import type { View } from '../model/write-log.ts'
import type { Listing } from '../spec/listing.ts'
import { asPost, isObject, type ReceivedPost } from '../spec/post-text.ts'
import type { Facts, WrittenPost } from './attribution.ts'
import { attributed, brief, type CheckContext, type Violation } from './check-context.ts'
import { mostFaults } from './evidence.ts'
import { faultsOfRead } from './read-check.ts'
import { differences, factsOf, hasTwin, shapeless, textOf, wholeList } from './views.ts'

/**
 * Compares the list with the run's posts: each is in it once, as last written; deleted ones are not; nor is another
 * post with the run's mark.
 */
export async function checkList(context: CheckContext, target?: WrittenPost): Promise<Violation[]> {
  const { list, fault } = await wholeList(context)
  if (fault) return [fault]
  const odd = oddItems(context, list)
  context.foreign = new Set([...list.ids].filter((id) => !context.own.get(id)))
  const wrong = await wrongPosts(context, list, target)
  return [...odd, ...wrong, ...(await extraPosts(context, list, target))]
}

/** How many odd items of a list are looked at. */
const mostOdd = 100

/** Items that are not posts, and posts that are there twice. */
function oddItems(context: CheckContext, list: Listing): Violation[] {
  const { own, incomplete } = context
  return list.odd.slice(0, mostOdd).flatMap(({ item, id, earlier }): Violation[] => {
    if (!isObject(item)) {
      const about = 'the list has items that are not posts'
      return [{ clause: 'list.ok', about, expected: 'Post objects', actual: brief(stringifyJson(item)) }]
    }
    const post = asPost(item)
    const isExpected = id !== undefined && (incomplete.has(id) || own.spoilt.has(id))
    return [
      ...(post || isExpected ? [] : [shapeless(stringifyJson(item), id)]),
      ...(id === undefined || earlier === undefined || own.spoilt.has(id)
        ? []
        : [twice(context, id, asPost(earlier), post)]),
    ]
  })
}

/** Posts of the run that are not in the list as last written. Some are also read: is the list wrong, or the post? */
async function wrongPosts(context: CheckContext, list: Listing, target?: WrittenPost): Promise<Violation[]> {
  const { writes, isPaged } = context.posts
  const isTwice = new Set(list.odd.flatMap(({ id, earlier }) => (earlier === undefined ? [] : id)))
  const faults: Violation[] = []
  // If many are wrong, the first few show which clause is broken.
  let looks = 0
  let views: readonly View[] = []
  let facts: Partial<Facts> = {}
  for (const post of context.own.alive) {
    const { id } = post
    if (context.own.spoilt.has(id)) continue
    const wrong = listedFaults(context, post, list)
    if (wrong.length > 0) {
      if (looks++ < mostFaults) {
        const isReadRight = faultsOfRead(context, id, await context.look(`/posts/${id}`)).length === 0
        views = isReadRight ? ['list'] : ['list', 'read']
        facts = { ...factsOf(context, post, list, target), history: writes.since(id, views) }
      }
      const known = { views, isFinal: !isPaged && writes.mustBeRight(id, 'list') }
      for (const fault of wrong) faults.push(attributed({ ...fault, ...known }, 'wrong post', facts))
      continue
    }
    if (!isTwice.has(id)) writes.sawRight(id, 'list')
  }
  return faults
}

/** Posts with the run's mark that should not exist: a copy, or a deleted one. */
async function extraPosts(context: CheckContext, list: Listing, target?: WrittenPost): Promise<Violation[]> {
  const { own, marker } = context
  const { writes } = context.posts
  const posts = list.marked(marker).flatMap((item) => asPost(item) ?? [])
  const marked = new Map(posts.map((post) => [post.id, post]))
  const unknown = [...marked.values()].filter((post) => !own.get(post.id) && !own.spoilt.has(post.id))
  if (unknown.length === 0) writes.sawListRight()
  const faults: Violation[] = []
  for (const post of unknown.slice(0, mostFaults)) {
    const { id, title, content } = post
    const isDeleted = own.isGone(id)
    const about = isDeleted
      ? `post ${id} was deleted and is still in the list`
      : `the list has a post ${id} that no request made`
    const fault = { about, expected: 'no such post', actual: textOf(post), post: id }
    const isOnlyListed = (await context.look(`/posts/${id}`)).status === 404
    const views = isOnlyListed ? (['list'] as const) : (['list', 'read'] as const)
    const kind = isDeleted ? 'deleted post' : 'unknown post'
    const history = writes.sinceListRight(context.tokenIn(title, content))
    const facts = { history, target, isTwin: hasTwin(context, post) }
    faults.push(attributed({ clause: 'list.all', ...fault, views }, kind, facts))
  }
  const last = faults.at(-1)
  // A list may have more than a call has arguments.
  if (last) for (const { id } of unknown.slice(mostFaults)) faults.push({ ...last, post: id })
  return faults
}

function listedFaults(context: CheckContext, post: OwnPost, list: Listing): Violation[] {
  if (!list.ids.has(post.id)) {
    const about = `post ${post.id} is not in the list`
    return [{ clause: 'list.all', about, expected: textOf(post), actual: 'not listed', post: post.id }]
  }
  const listed = list.get(post.id)
  // An item that is not a post is already reported.
  return context.incomplete.has(post.id) || !listed
    ? []
    : differences(post, listed, 'list.all', 'in the list')
}

/** Two posts with one id, one post twice, or its old and new version. */
function twice(
  context: CheckContext,
  id: PostId,
  first: ReceivedPost | undefined,
  second: ReceivedPost | undefined,
): Violation {
  const { own, posts } = context
  const versions = [own.get(id), own.previous(id)]
  const areVersions = [first, second].every((post) => versions.some((each) => each?.title === post?.title))
  const tokens = [first, second].map((post) => post && context.tokenIn(post.title, post.content))
  const areTwo = !areVersions && tokens[0] !== tokens[1] && tokens.every((token) => token !== undefined)
  const [expected, actual] = [`post ${id} once`, `post ${id} more than once`]
  const fault = { about: 'the list has a post twice', expected, actual, post: id }
  const kind = areTwo ? 'two posts listed' : 'one post listed twice'
  const history = posts.writes.since(id, ['list'])
  return attributed({ clause: 'list.all', ...fault, views: ['list'] }, kind, { history })
}
