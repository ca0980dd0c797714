export { type PostsSetup, type SetupPostsOptions, setupPosts } from './node/setup-posts.ts'
export type { UnhandledRequest } from './node/unhandled.ts'
