export { createPostsServer, type PostsServer } from './create-posts-server.ts'
export type { AnsweredRequest } from './http-server.ts'
export type { PostsServerOptions } from './server-options.ts'
