import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { orderedPosts } from '../../handlers/operations/list.ts'
import type { World } from '../../handlers/world/world.ts'
import { watchOf } from '../devtools/world-watch.ts'
import { mockPostsOf } from '../mock/mock-posts.ts'
import type { PanelControl } from './control.ts'

/** Options of {@link localControl}. */
export interface LocalControlOptions {
  /** The base address of the posts, for copied commands. Default `/v1` of the page's origin. */
  readonly postsUrl?: string
}

/**
 * Controls a mock in this page.
 *
 * @param mock the result of `createPostsMock` or `startPosts`.
 * @example
 * const mock = await startPosts()
 * mountPanel({ control: localControl(mock) })
 */
export function localControl(
  { world }: { readonly world: World },
  { postsUrl = '/v1' }: LocalControlOptions = {},
): PanelControl {
  const watch = watchOf(world)
  const posts = mockPostsOf(world).exact
  const base = new URL(postsUrl, globalThis.location?.href ?? 'http://localhost').href.replace(/\/$/, '')
  return {
    place: 'this page',
    postsUrl: base,
    watch: (watcher) => watch.follow(watcher),
    posts: async () => orderedPosts(world),
    create: posts.create,
    replace: posts.replace,
    delete: posts.delete,
    more: async (count) => watch.addPosts(count, await loadSeeder()),
    async undo() {
      if (!watch.undo()) throw new Error('There is no change of the posts to undo.')
    },
    reset: async () => world.reset(),
    exportPosts: async () => stringifyJson(world.store.snapshot(), 2),
    async importPosts(text) {
      const { parseSnapshot } = await import('../../handlers/store/snapshot-data.ts')
      world.store.restore(parseSnapshot(readJson(text), world))
    },
    requests: async () => world.journal.requests,
    forgetRequests: async () => world.journal.clear(),
    async setFaults(settings) {
      world.faults.clear()
      world.faults.settings = { ...world.faults.settings, ...settings }
    },
    failNext: async (operation, fault, times) => world.faults.next(operation, fault, times),
    follow: async (profile) => world.follow(profile),
    async enter(scenario) {
      const { enterScenario } = await import('../devtools/scenarios.ts')
      await enterScenario(world, scenario, loadSeeder)
    },
    asCurl: async (entry) => (await import('../devtools/as-curl.ts')).asCurl(entry, base),
    shapedBy: async (entry) => (await import('../devtools/shaped-by.ts')).shapedBy(entry, world),
    reference: async () => (await import('../devtools/reference.ts')).reference,
  }
}

async function loadSeeder() {
  return (await import('../../handlers/seed/word-seeder.ts')).wordSeeder
}

function readJson(text: string) {
  try {
    return parseJson(text)
  } catch (error) {
    throw new Error(`The file is not JSON: ${(error as Error).message}.`)
  }
}
