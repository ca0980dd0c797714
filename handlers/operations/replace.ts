import type { ReplaceMissing } from '../choices/answers.ts'
import { noSuchPost } from '../http/refusal.ts'
import { seeOther, writeReply } from '../http/reply.ts'
import { type Operation, withId } from './operation.ts'
import { readPostInput } from './post-input.ts'

/** `PUT /posts/{id}`: replaces the complete post, with the same id (clauses `replace.whole`, `replace.same-id`). */
export const replace: Operation = {
  name: 'replace',
  method: 'PUT',
  path: '/posts/:id',
  perform: withId(async (context) => {
    const { id, world, request } = context
    const { profile, store } = world
    const { input, refused, isOfFields } = readPostInput(context)
    const missing = profile['replace.missing']
    const mayCreate = typeof missing !== 'number'
    // As in most services, the fields matter only if the post exists.
    if (isOfFields && !mayCreate && !store.read(id)) return noSuchPost(profile, missing, id)
    if (refused) return refused
    const { fields, extra, sent } = input
    const { post, created } = mayCreate
      ? await store.put(id, fields, extra)
      : { post: await store.replace(id, fields, extra), created: false }
    if (!post) return noSuchPost(profile, mayCreate ? 404 : missing, id)
    const status = created ? createdWith(missing) : profile['replace.status']
    const text = `The post ${id} was ${created ? 'created' : 'replaced'}.`
    const headers = created ? {} : seeOther(status, request.base, id)
    return writeReply(status, profile['replace.body'], { post, text, sent }, headers)
  }),
}

/** The status of a replace that creates: `creates-201` answers 201. */
export function createdWith(answer: ReplaceMissing): number {
  return Number(String(answer).slice(-3))
}
