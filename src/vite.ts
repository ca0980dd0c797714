import './supported-node.ts'

export type { PostsUnderstudyMode, PostsUnderstudyOptions } from './vite/options.ts'
export { postsUnderstudy } from './vite/plugin.ts'
