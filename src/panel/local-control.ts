import { orderedPosts } from '../../handlers/list.ts'
import type { World } from '../../handlers/world.ts'
import { addPosts } from '../add-posts.ts'
import { parseJson, stringifyJson } from '../json.ts'
import { createPostsFace } from '../posts-face.ts'
import { parseSnapshot } from '../store/snapshot-data.ts'
import { watchOf } from '../world-watch.ts'
import type { PanelControl } from './control.ts'

/** What {@link localControl} takes beside the mock. */
export interface LocalControlOptions {
  /** The base address of the posts, for copied commands. Default `/v1` of the page's origin. */
  readonly postsUrl?: string
}

/**
 * Drives a mock in this page.
 *
 * @param mock what `createPostsMock` or `startPosts` gave.
 * @example
 * const posts = await startPosts()
 * mountPanel({ control: localControl(posts) })
 */
export function localControl(
  { world }: { readonly world: World },
  { postsUrl = '/v1' }: LocalControlOptions = {},
): PanelControl {
  const watch = watchOf(world)
  const face = createPostsFace(world)
  return {
    place: 'this page',
    postsUrl: new URL(postsUrl, globalThis.location?.href ?? 'http://localhost').href.replace(/\/$/, ''),
    watch({ state, request }) {
      const tell = () => state(watch.state)
      tell()
      const stops = [watch.listen(tell), world.journal.listen(request)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    posts: async () => orderedPosts(world),
    create: face.create,
    replace: face.replace,
    delete: face.delete,
    async more(count) {
      const { wordSeeder } = await import('../seed/word-seeder.ts')
      await addPosts(world, count, wordSeeder)
    },
    async undo() {
      if (!watch.undo()) throw new Error('There is no change of the posts to take back.')
    },
    reset: async () => world.reset(),
    exportPosts: async () => stringifyJson(world.store.snapshot(), 2),
    importPosts: async (text) => world.store.restore(parseSnapshot(readJson(text), world)),
    requests: async () => world.journal.requests,
    forgetRequests: async () => world.journal.clear(),
    async setFaults(settings) {
      world.faults.clear()
      world.faults.settings = { ...world.faults.settings, ...settings }
    },
    failNext: async (scope, fault, times) => world.faults.next(scope, fault, times),
    follow: async (profile) => world.follow(profile),
    reference: async () => (await import('./local-reference.ts')).localReference,
  }
}

function readJson(text: string) {
  try {
    return parseJson(text)
  } catch (error) {
    throw new Error(`The file is not JSON: ${(error as Error).message}.`)
  }
}
