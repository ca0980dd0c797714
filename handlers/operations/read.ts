import { noSuchPost } from '../http/refusal.ts'
import { jsonReply, postText } from '../http/reply.ts'
import { type Operation, withId } from './operation.ts'

/** `GET /posts/{id}`: one post (clause `read.ok`), 404 if it does not exist (clause `read.missing`). */
export const read: Operation = {
  name: 'read',
  method: 'GET',
  path: '/posts/:id',
  perform: withId(({ world, id }) => {
    const post = world.store.read(id)
    return post ? jsonReply(200, postText(post)) : noSuchPost(world.profile, 404, id)
  }),
}
