import { refusal } from '../http/refusal.ts'
import { location, seeOther, writeReply } from '../http/reply.ts'
import type { Operation } from './operation.ts'
import { readPostInput } from './post-input.ts'

/** `POST /posts`: adds a post with an id of the service (clauses `create.adds`, `create.assigns-id`). */
export const create: Operation = {
  name: 'create',
  method: 'POST',
  path: '/posts',
  async perform(context) {
    const { profile, store } = context.world
    const { input, refused } = readPostInput(context)
    if (refused) return refused
    const { base } = context.request
    const post = await store.create(input.fields, input)
    if (!post) {
      const detail = `Another post has the id ${input.id}.`
      return refusal(profile, 409, detail, {
        errors: [{ field: 'id', fault: 'taken', detail }],
        body: 'input.invalid-body',
      })
    }
    return writeReply(
      profile['create.status'],
      profile['create.body'],
      { post, text: `The post ${post.id} was created.`, sent: input.sent },
      {
        ...seeOther(profile['create.status'], base, post.id),
        ...location(profile['create.location'], base, post.id),
      },
    )
  },
}
