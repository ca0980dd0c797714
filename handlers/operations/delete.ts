import { isBodiless, needsNoPost } from '../choices/kinds.ts'
import { noSuchPost } from '../http/refusal.ts'
import { emptyReply, jsonReply, seeOther, writeReply } from '../http/reply.ts'
import { stringifyJson } from '../model/json.ts'
import { fillTemplate } from '../model/template.ts'
import type { Operation } from './operation.ts'

/** `DELETE /posts/{id}`: removes only this post (clauses `delete.removes`, `others.untouched`). */
export const deletePost: Operation = {
  name: 'delete',
  method: 'DELETE',
  path: '/posts/:id',
  async perform({ world, request, id, idText }) {
    const { profile, store } = world
    const post = id === undefined ? undefined : await store.delete(id)
    if (post) {
      const status = profile['delete.status']
      const written = { post, text: `The post ${post.id} was deleted.` }
      return writeReply(profile, status, profile['delete.body'], written, seeOther(status, request.base))
    }
    const status = profile['delete.missing']
    if (status >= 400) return noSuchPost(profile, status, idText)
    const template = profile['delete.body']
    if (isBodiless(status) || !needsNoPost(template)) return emptyReply(status)
    return jsonReply(
      profile,
      status,
      fillTemplate(template, () => stringifyJson(`No post has the id ${idText}.`)),
    )
  },
}
