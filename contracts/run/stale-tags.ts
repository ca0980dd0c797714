import type { PostId } from '../../handlers/model/post.ts'
import { isSuccess, jsonRequest, type SentRequest } from '../document/exchange.ts'
import { brief, type CheckContext, type Violation } from '../judge/check-context.ts'
import type { OwnPost } from '../session/own-posts.ts'

/** The ETag of a reply. */
interface TaggedLook {
  readonly path: string
  readonly tag: string
}

/**
 * Reads a post and the list, keeps their ETags, as browsers do, and revalidates them after a replace of the content
 * alone: a 304 would leave a client with the old post (RFC 9110, section 13.1.2).
 *
 * @returns revalidates them again, after a further replace.
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
  const revalidate = async () => {
    if (context.own.get(id)?.content === before?.content) return
    for (const { path, tag } of looks) {
      const request: SentRequest = { method: 'GET', path, headers: { 'if-none-match': tag } }
      const clause = path === post ? 'read.ok' : 'list.all'
      context.open('a conditional read after a replace')
      await context.check([clause], async (): Promise<Violation[]> => {
        const { reply } = await context.send(request)
        if (reply.status !== 304) return []
        const about = `after a replace, ${path} with the old ETag answers 304 Not Modified`
        return [{ clause, about, expected: 'the new representation', actual: brief(`304 ${tag}`) }]
      })
    }
  }
  if (before && looks.length > 0) {
    await replaceContent(context, before)
    await revalidate()
  }
  return revalidate
}

/** Replaces the content by another of the same length: a tag may be made of that. */
async function replaceContent(context: CheckContext, { id, title, content }: OwnPost): Promise<void> {
  const ordinary = `Another ordinary text, ${title}.`
  const alike = ordinary.padEnd(content.length, '.').slice(0, content.length)
  const fields = { title, content: alike === content ? ordinary : alike }
  const request = jsonRequest('PUT', `/posts/${id}`, fields)
  if (isSuccess((await context.send(request)).reply)) context.setup.adopt({ id, ...fields })
}
