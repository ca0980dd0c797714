import type { PostsMockOptions } from '../mock/mock.ts'

/** Where the mock runs: in the dev server, or nowhere. */
export type PostsUnderstudyMode = 'middleware' | 'off'

/** Options of `postsUnderstudy`: those of `createPostsMock` and the following; all have defaults. */
export interface PostsUnderstudyOptions extends PostsMockOptions {
  /**
   * Where the mock runs: in a middleware of the dev server (`middleware`), or nowhere (`off`). Default `middleware`, and `off`
   * under Vitest: tests have their own fixture, and must not change the posts of the dev server. The environment variable
   * `POSTS_UNDERSTUDY` overrides it.
   */
  readonly mode?: PostsUnderstudyMode
  /**
   * A JSON file for the posts, relative to Vite's root: `{ "posts": [...] }`. It is reloaded when it changes. Default none.
   */
  readonly data?: string
  /** Whether to show the panel on the page. Default true. */
  readonly panel?: boolean
  /**
   * A module, relative to Vite's root, whose export `handlers` (or default export) is a list of MSW's HTTP handlers. They run
   * before the mock, for every address, and are reloaded when they change. Default none.
   */
  readonly handlers?: string
}

/** Whether the mock runs, from the environment, the option, or the default. */
export function isOn({ mode }: Pick<PostsUnderstudyOptions, 'mode'>): boolean {
  const { POSTS_UNDERSTUDY: wanted, VITEST: isTest } = process.env
  return (wanted || mode || (isTest ? 'off' : 'middleware')) !== 'off'
}
