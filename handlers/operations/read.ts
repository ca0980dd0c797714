import { noSuchPost } from '../http/refusal.ts'
import { jsonReply, postText } from '../http/reply.ts'
import type { Operation } from './operation.ts'

/** `GET /posts/{id}`: one post (clause `read.ok`), 404 if it does not exist (clause `read.missing`). */
export const read: Operation = {
  name: 'read',
  method: 'GET',
  path: '/posts/:id',
  perform({ world, id, idText }) {
    const post = id === undefined ? undefined : world.store.read(id)
    return post ? jsonReply(world.profile, 200, postText(post)) : noSuchPost(world.profile, 404, idText)
  },
}
