import type { Profile } from '../choices/profile.ts'
import type { OperationName } from '../endpoints.ts'
import { pathOf } from '../http/base-url.ts'
import { jsonReply, type PlainReply, type PlainRequest } from '../http/plain.ts'
import { comparePostIds, postText, type StoredPost } from '../model/post.ts'
import { randomFrom } from '../model/random.ts'
import type { World } from '../world/world.ts'
import type { RequestContext } from './route.ts'

/** `GET /posts`: every post, once (clauses `list.ok`, `list.all`). */
export function list({ world, request }: RequestContext): PlainReply {
  const size = world.profile['list.page-size']
  return size === 'none' ? jsonReply(200, listText(world)) : pageOf(world, request, size)
}

/** The query of a page. */
export const pageQuery = /^\?page=([1-9]\d{0,8})$/

/** Whether a query is one of the Link header of the list. */
export function isPageLink({ query }: PlainRequest, operation: OperationName, profile: Profile): boolean {
  return operation === 'list' && profile['list.page-size'] !== 'none' && pageQuery.test(query)
}

/** One page of posts with the link to the next page (choice `list.page-size`). */
function pageOf(world: World, { query, base }: PlainRequest, size: number): PlainReply {
  const number = Number(pageQuery.exec(query)?.[1] ?? 1)
  const posts = orderedPosts(world)
  const page = posts.slice((number - 1) * size, number * size)
  const next = { link: `<${pathOf(base)}/posts?page=${number + 1}>; rel="next"` }
  const body = `[${page.map(postText).join(',')}]`
  return jsonReply(200, body, posts.length > number * size ? next : {})
}

/** The posts of a world in the order of `list.order`. */
export function orderedPosts({ store, profile, seed }: World): StoredPost[] {
  return store.list().sort(orders[profile['list.order']](seed))
}

const texts = new WeakMap<object, { order: Profile['list.order']; text: string }>()

/** The list as JSON, cached until the next write. */
function listText(world: World): string {
  const order = world.profile['list.order']
  const known = texts.get(world.store.version)
  if (known?.order === order) return known.text
  const text = `[${orderedPosts(world).map(postText).join(',')}]`
  texts.set(world.store.version, { order, text })
  return text
}

type Compare = (left: StoredPost, right: StoredPost) => number

/** How each order compares posts; `insertion` is that of the store. */
const orders: Readonly<Record<Profile['list.order'], (seed: number) => Compare>> = {
  insertion: () => () => 0,
  'id-ascending': () => (left, right) => comparePostIds(left.id, right.id),
  'id-descending': () => (left, right) => comparePostIds(right.id, left.id),
  unordered(seed) {
    const place = ({ id }: StoredPost) => randomFrom(seed, id, 'place in the list')()
    return (left, right) => place(left) - place(right)
  },
}
