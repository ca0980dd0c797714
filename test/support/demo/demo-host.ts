import { cp, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { ProfileOption } from '../../../handlers/choices/profile.ts'
import { createPlaywrightPosts } from '../../../src/playwright/playwright-posts.ts'
import { createPostsServer } from '../../../src/server.ts'
import { postsUnderstudy } from '../../../src/vite.ts'
import { createPageProject } from '../page-project.ts'
import { startVite } from '../vite-project.ts'

const repository = resolve(import.meta.dirname, '../../..')

/** The page of `src/demo` in a browser: what it asks for is answered by a mock, and it does not know by which. */
export interface DemoHost extends AsyncDisposable {
  readonly address: string
  /** Cuts the network between the page and the posts, or mends it. */
  setOffline(offline: boolean): Promise<void>
}

/** What a host answers with. */
export interface DemoOptions {
  readonly posts: number
  readonly profile?: ProfileOption
}

/** Puts the page on, before any page is opened. */
export type SetUpDemo = (context: BrowserContext, options: DemoOptions) => Promise<DemoHost>

/** Built, as `posts-understudy serve` shows it. */
export const servedDemo: SetUpDemo = async (_context, options) => {
  const server = await createPostsServer({ ...options, onWarning: () => {} })
  return {
    address: `${server.origin}/_understudy/page/`,
    setOffline: async (offline) => server.faults.offline(offline),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** In a dev server of Vite, whose middleware answers. */
export const middlewareDemo: SetUpDemo = async (_context, options) => {
  const project = await createDemoProject()
  const vite = await startVite({
    root: project.root,
    plugins: [postsUnderstudy({ mode: 'middleware', ...options })],
  })
  return {
    address: `${vite.origin}/`,
    async setOffline(offline) {
      await fetch(`${vite.origin}/_understudy/faults`, { method: 'PATCH', body: JSON.stringify({ offline }) })
    },
    async [Symbol.asyncDispose]() {
      await vite[Symbol.asyncDispose]()
      await project[Symbol.asyncDispose]()
    },
  }
}

/** Built, from a server that has no posts: a Playwright route answers for these. */
export const routedDemo: SetUpDemo = async (context, options) => {
  const server = await createPostsServer({ posts: 0, basePath: '/nothing/v1' })
  const { posts, close } = createPlaywrightPosts({ ...options, onWarning: () => {} })
  await posts.listen(context)
  return {
    address: `${server.origin}/_understudy/page/?base=/v1`,
    setOffline: async (offline) => posts.faults.offline(offline),
    async [Symbol.asyncDispose]() {
      await close()
      await server.close()
    },
  }
}

/** A project outside the repository whose sources are those of the demo. */
async function createDemoProject() {
  const project = await createPageProject()
  await cp(join(repository, 'src/demo'), project.root, { recursive: true })
  await symlink(
    join(repository, 'node_modules/lit-html'),
    join(project.root, 'node_modules/lit-html'),
    'junction',
  )
  return project
}
