export type { Keep } from './browser/mirror.ts'
export { startPosts } from './browser/start-posts.ts'
export type { StartedPosts, StartPostsOptions } from './browser/started-posts.ts'
