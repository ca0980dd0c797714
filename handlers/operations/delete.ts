import { isBodiless, needsNoPost } from '../choices/kinds.ts'
import { noSuchPost } from '../http/refusal.ts'
import { emptyReply, jsonReply, seeOther, writeReply } from '../http/reply.ts'
import { stringifyJson } from '../model/json.ts'
import { fillTemplate } from '../model/template.ts'
import { type Operation, withId } from './operation.ts'

/** `DELETE /posts/{id}`: removes only this post (clauses `delete.removes`, `others.untouched`). */
export const deletePost: Operation = {
  name: 'delete',
  method: 'DELETE',
  path: '/posts/:id',
  perform: withId(async ({ world, request, id }) => {
    const { profile, store } = world
    const post = await store.delete(id)
    if (post) {
      const status = profile['delete.status']
      const written = { post, text: `The post ${post.id} was deleted.` }
      return writeReply(status, profile['delete.body'], written, seeOther(status, request.base))
    }
    const status = profile['delete.missing']
    if (status >= 400) return noSuchPost(profile, status, id)
    const template = profile['delete.body']
    if (isBodiless(status) || !needsNoPost(template)) return emptyReply(status)
    return jsonReply(
      status,
      fillTemplate(template, () => stringifyJson(`No post has the id ${id}.`)),
    )
  }),
}
