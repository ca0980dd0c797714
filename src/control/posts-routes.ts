import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { type PostFields, type PostId, parsePostId } from '../../handlers/model/post.ts'
import { orderedPosts } from '../../handlers/operations/list.ts'
import { parseSnapshot } from '../../handlers/store/seeding.ts'
import { mockPostsOf, type PostsOf } from '../mock/mock-posts.ts'
import { type ControlApp, type ControlEnv, fieldsOf, reply } from './control-call.ts'
import { refuse } from './refuse.ts'

/** Direct access to posts, without the profile's rules, faults and journal. */
export function addPostsRoutes(app: ControlApp): void {
  app.get('/posts', (c) => reply(c, orderedPosts(c.get('world'))))
  app.post('/posts', async (c) => reply(c, await postsOf(c).create(textsOf(c))))
  app.put('/posts/:id', async (c) => reply(c, await postsOf(c).replace(idOf(c), textsOf(c))))
  app.delete('/posts/:id', async (c) => {
    if (await postsOf(c).delete(idOf(c))) return reply(c, undefined)
    return refuse(404, `Post ${c.req.param('id')} does not exist.`)
  })

  app.get('/snapshot', (c) => reply(c, c.get('world').store.snapshot()))
  app.put('/snapshot', (c) => {
    const world = c.get('world')
    world.store.restore(parseSnapshot(c.get('body'), world))
    return reply(c, { posts: world.store.count })
  })
}

function postsOf(c: Context<ControlEnv>): PostsOf<PostId> {
  return mockPostsOf(c.get('world')).exact
}

function textsOf(c: Context<ControlEnv>): PostFields {
  return fieldsOf<PostFields>(c, '{ "title": "…", "content": "…" }') as PostFields
}

function idOf(c: Context<ControlEnv>): PostId {
  const text = c.req.param('id') ?? ''
  const parsed = parsePostId(text)
  if ('id' in parsed) return parsed.id
  throw new HTTPException(400, {
    message: `${JSON.stringify(text)} is not a post id: expected an int64 integer.`,
  })
}
