import './supported-node.ts'

export { createPostsServer, type PostsServer } from './server/create-posts-server.ts'
export type { AnsweredRequest } from './server/listen.ts'
export type { PostsServerOptions } from './server/server-options.ts'
