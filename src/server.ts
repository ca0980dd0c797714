import './supported-node.ts'

export { createPostsServer, type PostsServer } from './server/create-posts-server.ts'
export type { AnsweredRequest, PostsServerOptions } from './server/server-options.ts'
