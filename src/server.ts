export { createPostsServer, type PostsServer } from './server/create-posts-server.ts'
export type { AnsweredRequest } from './server/http-server.ts'
export type { PostsServerOptions } from './server/server-options.ts'
