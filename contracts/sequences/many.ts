import type { Scene } from './scene.ts'
import { contentOfMany } from './texts.ts'
import { deleting, freeTitle, type Prepared, performAtOnce, posting } from './writing.ts'

/** Creates so many posts, and looks at the list. */
export async function createMany(scene: Scene, count: number): Promise<void> {
  const creates: Prepared[] = []
  while (creates.length < count) {
    const title = await freeTitle(scene)
    creates.push({ write: { do: 'create', text: 0 }, ...posting({ title, content: contentOfMany(title) }) })
  }
  await performSome(scene, creates)
  if (scene.bench.findings.length === 0) await scene.list('list.all')
}

/** Deletes every post of the sequence. */
export async function deleteAll(scene: Scene): Promise<void> {
  const write = { do: 'delete', post: 0 } as const
  const posts = scene.bench.own.alive
  await performSome(
    scene,
    posts.map((post) => ({ write, post, fields: undefined, request: deleting(post.id) })),
  )
}

/** As many at once as may be under way. */
async function performSome(scene: Scene, all: readonly Prepared[]): Promise<void> {
  for (let at = 0; at < all.length && scene.bench.findings.length === 0; at += scene.terms.width())
    await performAtOnce(scene, all.slice(at, at + scene.terms.width()))
}
