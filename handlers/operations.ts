import { isBodiless } from './choices/kinds.ts'
import type { Profile } from './choices/profile.ts'
import type { OperationName } from './endpoints.ts'
import { pathOf } from './http/base-url.ts'
import { emptyReply, jsonReply, type PlainHeaders, type PlainReply } from './http/plain.ts'
import { refusal } from './http/refusal.ts'
import { type JsonValue, stringifyJson } from './model/json.ts'
import { type PostId, postText, type StoredPost } from './model/post.ts'
import { fillTemplate, type Template } from './model/template.ts'
import { list } from './operations/list.ts'
import { readPostInput } from './operations/post-input.ts'
import type { Perform, RequestContext } from './operations/route.ts'

/** `GET /posts/{id}`: one post (clause `read.ok`), 404 if it does not exist (clause `read.missing`). */
const read = withId(({ world, id }) => {
  const post = world.store.read(id)
  return post ? jsonReply(200, postText(post)) : noSuchPost(world.profile, 404, id)
})

/** `POST /posts`: adds a post with an id of the service (clauses `create.adds`, `create.assigns-id`). */
async function create(context: RequestContext): Promise<PlainReply> {
  const { profile, store } = context.world
  const input = readPostInput(context)
  const { base } = context.request
  const post = await store.create(input.fields, input)
  if (!post) {
    const detail = `Another post has the id ${input.id}.`
    const errors = [{ field: 'id', fault: 'taken', detail }] as const
    return refusal(profile, 409, detail, { errors, body: 'input.invalid-body' })
  }
  const status = profile['create.status']
  const written = { post, text: `The post ${post.id} was created.`, sent: input.sent }
  const stated = profile['create.location']
  const place = location(stated === 'no' && status === 303 ? 'yes' : stated, base, post.id)
  return writeReply(status, profile['create.body'], written, place)
}

/** `PUT /posts/{id}`: replaces the complete post, with the same id (clauses `replace.whole`, `replace.same-id`). */
const replace = withId(async (context) => {
  const { id, world, request } = context
  const { profile, store } = world
  const missing = profile['replace.missing']
  const mayAdd = typeof missing !== 'number'
  const gone = noSuchPost(profile, mayAdd ? 404 : missing, id)
  // As in most services, the fields matter only if the post exists.
  const { fields, extra, sent } = readPostInput(context, mayAdd || store.read(id) ? undefined : gone)
  const put = await store.put(id, fields, { extra, mayAdd })
  if (!put) return gone
  const { post, isNew: created } = put
  // `creates-201` answers 201.
  const status = created ? Number(String(missing).slice(-3)) : profile['replace.status']
  const text = `The post ${id} was ${created ? 'created' : 'replaced'}.`
  const place = location(!created && status === 303 ? 'yes' : 'no', request.base, id)
  return writeReply(status, profile['replace.body'], { post, text, sent }, place)
})

/** `DELETE /posts/{id}`: removes only this post (clauses `delete.removes`, `others.untouched`). */
const deletePost = withId(async ({ world, request, id }) => {
  const { profile, store } = world
  const post = await store.delete(id)
  if (post) {
    const status = profile['delete.status']
    const written = { post, text: `The post ${post.id} was deleted.` }
    const place = location(status === 303 ? 'list' : 'no', request.base, id)
    return writeReply(status, profile['delete.body'], written, place)
  }
  const status = profile['delete.missing']
  if (status >= 400) return noSuchPost(profile, status, id)
  const parts: string[] = []
  const text = fillTemplate(profile['delete.body'], (part) => {
    parts.push(part)
    return stringifyJson(`No post has the id ${id}.`)
  })
  // No post has the texts that other parts need.
  const isEmpty = isBodiless(status) || parts.some((part) => part !== 'text')
  return isEmpty ? emptyReply(status) : jsonReply(status, text)
})

function noSuchPost(profile: Profile, status: number, id: PostId): PlainReply {
  return refusal(profile, status, `No post has the id ${id}.`)
}

/** Performs an operation on one post; an id that is not an int64 is refused (choice `id.malformed`). */
function withId(perform: Perform<RequestContext & { readonly id: PostId }>): Perform {
  return (context) => {
    const { id, idText, world } = context
    if (id !== undefined) return perform({ ...context, id })
    const detail = `The id ${JSON.stringify(idText)} is not an int64 integer.`
    return refusal(world.profile, world.profile['id.malformed'], detail)
  }
}

interface Written {
  readonly post: StoredPost
  /** A sentence for users. */
  readonly text: string
  /** The body that the client sent, if any. */
  readonly sent?: JsonValue
}

/** The reply to a successful write, with a body by a template; some statuses never have a body. */
function writeReply(
  status: number,
  template: Template,
  { post, text, sent = null }: Written,
  headers?: PlainHeaders,
): PlainReply {
  if (template === 'none' || isBodiless(status)) return emptyReply(status, headers)
  const textOf = (part: string) =>
    part === 'post'
      ? postText(post)
      : stringifyJson(part === 'text' ? text : part === 'sent' ? sent : post[part as 'id'])
  return jsonReply(status, fillTemplate(template, textOf), headers)
}

/** The Location of a post, or of the list, in the form of `create.location`. */
function location(answer: 'yes' | 'no' | 'absolute' | 'list', base: string, id: PostId): PlainHeaders {
  if (answer === 'no') return {}
  if (answer === 'list') return { location: `${pathOf(base)}/posts` }
  return { location: `${answer === 'absolute' ? base : pathOf(base)}/posts/${id}` }
}

export const operations: Readonly<Record<OperationName, Perform>> = {
  list,
  read,
  create,
  replace,
  delete: deletePost,
}
