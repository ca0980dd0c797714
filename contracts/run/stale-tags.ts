import type { PostId } from '../../handlers/model/post.ts'
import type { SentRequest } from '../document/exchange.ts'
import { brief, type CheckContext, type Violation } from '../judge/check-context.ts'

/** What a look was answered with, by which a client asks later whether it still holds. */
interface TaggedLook {
  readonly path: string
  readonly tag: string
}

/**
 * Reads a post and the list. Browsers keep replies that have an ETag, and ask with it whether they still hold.
 *
 * @returns asks so, after the post was replaced: 304 Not Modified would leave a client with the old post (RFC 9110, section 13.1.2).
 */
export async function readTags(context: CheckContext, id: PostId): Promise<() => Promise<void>> {
  const before = context.own.get(id)
  const post = `/posts/${id}`
  const looks: TaggedLook[] = []
  for (const path of [post, '/posts']) {
    const { reply } = await context.send({ method: 'GET', path, headers: {} })
    const tag = reply.status === 200 ? reply.headers.etag : undefined
    if (tag !== undefined) looks.push({ path, tag })
  }
  return async () => {
    if (context.own.get(id)?.content === before?.content) return
    for (const { path, tag } of looks) {
      const request: SentRequest = { method: 'GET', path, headers: { 'if-none-match': tag } }
      const clause = path === post ? 'read.ok' : 'list.all'
      context.open('a look with the ETag of before a replace')
      await context.check([clause], async (): Promise<Violation[]> => {
        const { reply } = await context.send(request)
        if (reply.status !== 304) return []
        const about = `after a replace, ${path} with the ETag of before is answered as not modified`
        return [{ clause, about, expected: 'the reply as it is now', actual: brief(`304 ${tag}`) }]
      })
    }
  }
}
