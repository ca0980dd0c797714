import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { OwnPost } from '../model/own-posts.ts'
import { titleIn } from '../spec/marks.ts'
import { asPost, isObject, type Listing, type OddItem, type ReceivedPost } from '../spec/post-text.ts'
import type { Symptom } from './attribution.ts'
import { brief } from './excerpt.ts'
import { differences, type Expected, shapeless } from './expected.ts'

const views = ['list'] as const

/**
 * Compares the list with the run's posts: each is in it once, as last written; deleted ones are not; nor is another
 * post with the run's mark.
 */
export function listSymptoms(expected: Expected, list: Listing): Symptom[] {
  return [
    ...list.odd.slice(0, mostOdd).flatMap((item) => oddSymptoms(expected, item)),
    ...expected.own.alive.flatMap((post) => ownSymptoms(expected, post, list)),
    ...extraSymptoms(expected, list),
  ]
}

/** How many odd items of a list are looked at. */
const mostOdd = 100

/** An item that is not a post, or a post that is there twice. */
function oddSymptoms({ own, marker }: Expected, { item, id, earlier }: OddItem): Symptom[] {
  if (!isObject(item)) {
    const about = 'the list has items that are not posts'
    const fault = {
      clause: 'list.ok',
      about,
      expected: 'Post objects',
      actual: brief(stringifyJson(item)),
    } as const
    return [{ kind: undefined, fault }]
  }
  const post = asPost(item)
  const isExpected = id !== undefined && own.incomplete.has(id)
  return [
    ...(post || isExpected ? [] : [{ kind: undefined, fault: shapeless(stringifyJson(item), id) }]),
    ...(id === undefined || earlier === undefined ? [] : [twice(marker, id, asPost(earlier), post)]),
  ]
}

/** Two posts with one id, or one post twice, such as its old and its new version. */
function twice(
  marker: string,
  id: PostId,
  first: ReceivedPost | undefined,
  second: ReceivedPost | undefined,
): Symptom {
  const [one, other] = [first, second].map(
    (post) => post && titleIn(`${post.title}\n${post.content}`, marker),
  )
  const areTwo = one !== undefined && other !== undefined && one !== other
  const [expected, actual] = [`post ${id} once`, `post ${id} more than once`]
  const fault = {
    clause: 'list.all',
    about: 'the list has a post twice',
    expected,
    actual,
    post: id,
    views,
  } as const
  return { kind: areTwo ? 'two posts listed' : 'one post listed twice', fault }
}

/** What is wrong with the item of a post of the run. */
function ownSymptoms({ own }: Expected, post: OwnPost, list: Listing): Symptom[] {
  const { id } = post
  if (!list.ids.has(id)) {
    const about = `post ${id} is not in the list`
    const sides = { expected: textOf(post), actual: 'not listed' }
    return [{ kind: 'wrong post', fault: { clause: 'list.all', about, ...sides, post: id, views } }]
  }
  const listed = list.get(id)
  // An item that is not a post is odd.
  return own.incomplete.has(id) || !listed ? [] : differences(post, listed, 'list')
}

/** Posts with the run's mark that should not exist: a copy, or a deleted one. */
function extraSymptoms({ own, marker }: Expected, list: Listing): Symptom[] {
  const posts = list.marked(marker).flatMap((item) => asPost(item) ?? [])
  const extra = new Map(posts.filter(({ id }) => !own.get(id)).map((post) => [post.id, post]))
  return [...extra.values()].map((post): Symptom => {
    const { id } = post
    const isDeleted = own.isGone(id)
    const about = isDeleted
      ? `post ${id} was deleted and is still in the list`
      : `the list has a post ${id} that no request made`
    const sides = { expected: 'no such post', actual: textOf(post) }
    const fault = { clause: 'list.all', about, ...sides, post: id, views } as const
    return { kind: isDeleted ? 'deleted post' : 'unknown post', fault }
  })
}

function textOf({ id, title, content }: OwnPost): string {
  return brief(stringifyJson({ id, title, content }))
}
