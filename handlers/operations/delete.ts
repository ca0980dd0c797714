import { noSuchPost } from '../http/refusal.ts'
import { emptyReply, jsonReply, writeReply } from '../http/reply.ts'
import type { Operation } from './operation.ts'

/** `DELETE /posts/{id}`: the post is gone, the others are not (clauses `delete.removes`, `others.untouched`). */
export const deletePost: Operation = {
  name: 'delete',
  method: 'DELETE',
  path: '/posts/:id',
  async perform({ world, id, idText }) {
    const { profile, store } = world
    const post = id === undefined ? undefined : await store.delete(id)
    if (post) return writeReply(profile, profile['delete.status'], profile['delete.body'], post)
    const status = profile['delete.missing']
    if (status >= 400) return noSuchPost(profile, status, idText)
    return status === 200 && profile['delete.body'] === 'empty-object'
      ? jsonReply(profile, 200, '{}')
      : emptyReply(status)
  },
}
