export type { Keep } from './browser/mirror.ts'
export { type StartedPosts, type StartPostsOptions, startPosts } from './browser/start-posts.ts'
