import type { ResolvedConfig } from 'vite'
import { defaultBaseUrl } from '../../handlers/http/base-url.ts'
import { createWorld, worldSettingNames } from '../../handlers/world/create-world.ts'
import { seederFor } from '../server/seeder-for.ts'
import { afterPage } from './after-page.ts'
import { invalid, type PostsUnderstudyOptions } from './options.ts'
import { findOwnModule } from './own-module.ts'

/** Options that cannot be serialized for the page. */
const functions = ['onWarning', 'now', 'timers'] as const

/** The mock in the page. */
export interface PageDescription {
  /** The source of the module that starts it. */
  readonly code: string
  /** Of the posts. */
  readonly address: string
}

/**
 * Creates the module that starts the mock in a page. It contains the posts, so that the page does not need faker and has the
 * same posts as the middleware.
 *
 * @throws UnderstudyError `OPTION_INVALID`, `PROFILE_INVALID`, `POSTS_INVALID`
 */
export async function describePage(
  options: PostsUnderstudyOptions,
  { base, root }: Pick<ResolvedConfig, 'base' | 'root'>,
): Promise<PageDescription> {
  const { baseUrl, keep, panel = true } = options
  for (const name of functions) {
    if (options[name] === undefined) continue
    throw invalid(
      name,
      'is a function, which cannot be handed on to a page',
      'Leave it out, or set `mode: "middleware"`.',
    )
  }
  const { store } = createWorld(options, await seederFor(options.posts ?? 25))
  const { posts } = store.snapshot()
  const settings = Object.keys(worldSettingNames).map((name) => [name, options[name as 'seed']])
  const handed = { ...Object.fromEntries(settings), baseUrl, posts, keep }
  const workerUrl = `${new URL(base, 'http://localhost').pathname}mockServiceWorker.js`
  const module = findOwnModule(options.handlers, root)
  const own = module && JSON.stringify(module.url)
  const lines = [
    `import { startPosts } from 'posts-understudy/browser'`,
    own && `import * as own from ${own}`,
    own && `const handlersOf = (module) => module.handlers ?? module.default ?? []`,
    `const options = ${sourceOf({ ...handed, workerUrl })}`,
    `export const posts = await startPosts({ ...options${own ? ', handlers: handlersOf(own)' : ''} })`,
    panel &&
      afterPage(`() => { ${quietLit}; import('posts-understudy/panel').then(${mountingIn(baseUrl)}) }`),
    own && `import.meta.hot?.accept(${own}, (changed) => changed && posts.useHandlers(handlersOf(changed)))`,
  ]
  return {
    code: lines.filter((line) => line).join(';\n'),
    address: `${(baseUrl ?? defaultBaseUrl).replace(/\/$/, '')}/posts`,
  }
}

/** Suppresses Lit's warning about development mode. */
const quietLit = `(globalThis.litIssuedWarnings ??= new Set()).add('dev-mode')`

function mountingIn(baseUrl: string | undefined): string {
  const postsUrl = baseUrl?.replace(/^\*/, '') || '/v1'
  const control = `localControl(posts, { postsUrl: ${JSON.stringify(postsUrl)} })`
  return `({ localControl, mountPanel }) => mountPanel({ control: ${control} })`
}

/**
 * Plain data as JavaScript; ids beyond 2^53 are exact, and computed keys avoid the special meaning of `__proto__`.
 */
function sourceOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return `{${entries.map(([name, item]) => `[${JSON.stringify(name)}]:${sourceOf(item)}`).join(',')}}`
}
