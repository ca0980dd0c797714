export type { StartedPosts, StartPostsOptions } from './browser/answer-page.ts'
export type { Keep } from './browser/keep-posts.ts'
export { startPosts } from './browser/start-posts.ts'
