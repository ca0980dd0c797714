import './supported-node.ts'

export type { UnhandledRequest } from './node/listener.ts'
export { type PostsSetup, type SetupPostsOptions, setupPosts } from './node/setup-posts.ts'
