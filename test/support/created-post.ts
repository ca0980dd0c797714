import type { OwnPost } from '../../contracts/model/own-posts.ts'
import { jsonRequest, type Send } from '../../contracts/spec/exchange.ts'
import { asPost, readBody } from '../../contracts/spec/post-text.ts'

/** Creates posts with titles of a run, and reads them, as a run does. */
export function creating(send: Send, nextTitle: () => string) {
  return {
    async create(): Promise<OwnPost> {
      const title = nextTitle()
      const fields = { title, content: `A unique content, ${title}.` }
      const id = asPost(readBody((await send(jsonRequest('POST', '/posts', fields))).body))?.id
      if (id === undefined) throw new Error('The create made no post.')
      await send({ method: 'GET', path: `/posts/${id}`, headers: {} })
      return { id, ...fields }
    },
  }
}
