import type { OwnPost } from '../../contracts/model/own-posts.ts'
import { jsonRequest, type Send } from '../../contracts/spec/exchange.ts'
import { findId } from '../../contracts/wire/find-id.ts'

/** Creates posts with titles of a run, and reads them, as a run does. */
export function creating(send: Send, nextTitle: () => string) {
  return {
    async create(): Promise<OwnPost> {
      const title = nextTitle()
      const fields = { title, content: `A unique content, ${title}.` }
      const found = await findId(await send(jsonRequest('POST', '/posts', fields)), title, send)
      if (!found) throw new Error('The create made no post.')
      return { id: found.id, ...fields }
    },
  }
}
