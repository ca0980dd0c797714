import type { Profile } from '../choices/profile.ts'
import type { PlainReply } from '../http/plain.ts'
import { noSuchPost } from '../http/refusal.ts'
import { location, seeOther, writeReply } from '../http/reply.ts'
import type { Operation, RequestContext } from './operation.ts'
import { readPostInput } from './post-input.ts'

/** `PUT /posts/{id}`: replaces the complete post, with the same id (clauses `replace.whole`, `replace.same-id`). */
export const replace: Operation = {
  name: 'replace',
  method: 'PUT',
  path: '/posts/:id',
  async perform(context) {
    const { id, world } = context
    const { profile, store } = world
    const refusesMissing = typeof profile['replace.missing'] === 'number'
    const isMissing = id === undefined || (refusesMissing && !store.read(id))
    if (isMissing && profile['replace.checks-first'] === 'post') return missing(context)
    const { input, refused } = readPostInput(context)
    if (refused) return refused
    if (id === undefined) return missing(context)
    const { base } = context.request
    const outcome = refusesMissing
      ? { post: await store.replace(id, input.fields, input.extra), created: false }
      : await store.put(id, input.fields, input.extra)
    const { post, created } = outcome
    if (!post) return missing(context)
    const status = created ? createdWith(profile['replace.missing']) : profile['replace.status']
    const headers = created ? location(profile['replace.location'], base, id) : seeOther(status, base, id)
    const text = `The post ${id} was ${created ? 'created' : 'replaced'}.`
    return writeReply(profile, status, profile['replace.body'], { post, text, sent: input.sent }, headers)
  },
}

/** An id that is not an int64 cannot be created. */
function missing({ idText, world: { profile } }: RequestContext): PlainReply {
  const answer = profile['replace.missing']
  return noSuchPost(profile, typeof answer === 'number' ? answer : 404, idText)
}

/** The status of a replace that creates: `creates-201` answers 201. */
export function createdWith(answer: Profile['replace.missing']): number {
  return Number(String(answer).slice(-3))
}
