import './supported-node.ts'

export type { UnhandledRequest } from './mock/unhandled.ts'
export { type PostsSetup, type SetupPostsOptions, setupPosts } from './node/setup-posts.ts'
