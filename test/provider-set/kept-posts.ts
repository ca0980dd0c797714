import type { Post, Provider, Texts } from './provider.ts'

/** Changes a post where it is kept; a post that is not there stays away. */
export function alter(provider: Provider, id: bigint, change: (post: Post) => Partial<Post>): void {
  const post = provider.posts.get(id)
  if (post) provider.posts.set(id, { ...post, ...change(post) })
}

export function alterAll(provider: Provider, change: (post: Post) => Partial<Post>): void {
  for (const id of [...provider.posts.keys()]) alter(provider, id, change)
}

/** The id of the post that was created last, and is still there. */
export function newest(provider: Provider): bigint {
  return [...provider.posts.keys()].at(-1) ?? 0n
}

/** The id of the post that was created first, and is still there. */
export function oldest(provider: Provider): bigint {
  return [...provider.posts.keys()][0] ?? 0n
}

/** The id of the post one place further. */
export function nextTo({ posts }: Provider, id: bigint): bigint | undefined {
  const ids = [...posts.keys()]
  return ids[ids.indexOf(id) + 1]
}

/** The lowest id from 1 on that no post has. */
export function lowestFree({ posts }: Provider): bigint {
  let id = 1n
  while (posts.has(id)) id++
  return id
}

export function others(provider: Provider, id: bigint): Post[] {
  return [...provider.posts.values()].filter((post) => post.id !== id)
}

export function copy(provider: Provider, post: Post | undefined): void {
  if (post) provider.posts.set(++provider.lastId, { ...post, id: provider.lastId })
}

/** Adds a post of another client. @returns its id. */
export function addForeign(provider: Provider, title: string, content = 'Not yours.'): bigint {
  const input = { title, content, fields: {} }
  return provider.write(provider.nextId(input), input).id
}

export function moveToNewId(provider: Provider, id: bigint): void {
  copy(provider, provider.posts.get(id))
  provider.posts.delete(id)
}

/** Asks whether two posts have the same texts. */
export function isEqual(one: Texts, other: Texts): boolean {
  return one.title === other.title && one.content === other.content
}

/** The id of the first post that has the texts of this one. */
export function firstTwin(provider: Provider, id: bigint): bigint {
  const meant = provider.posts.get(id)
  return provider.all().find((post) => meant && isEqual(post, meant))?.id ?? id
}

export function restore(provider: Provider, posts: ReadonlyMap<bigint, Post>): void {
  provider.posts.clear()
  for (const [id, post] of posts) provider.posts.set(id, post)
}
