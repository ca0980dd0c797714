import type { APIRequestContext } from '@playwright/test'
import { type AnswerServer, startAnswerServer } from './answer-server.ts'
import { rewriteRequests } from './request-rewriter.ts'
import type { WorldReplies } from './world-replies.ts'

/** Answers requests of API request contexts below the base URL: `request`, `page.request`, `context.request`. */
export class RequestHost {
  readonly #replies: WorldReplies
  readonly #contexts = new Map<APIRequestContext, () => void>()
  #server: Promise<AnswerServer> | undefined

  constructor(replies: WorldReplies) {
    this.#replies = replies
  }

  listen(context: APIRequestContext, baseURL: string | undefined): void {
    if (this.#contexts.has(context)) return
    const undo = rewriteRequests(context, baseURL, async (url) => {
      const running = await this.#server
      // A base URL with any origin would include our own server.
      if (url.origin === running?.origin || !this.#replies.baseUrl.split(url)) return undefined
      this.#server ??= startAnswerServer(this.#replies)
      return { url: `${(await this.#server).origin}/${url.href}` }
    })
    this.#contexts.set(context, undo)
  }

  async close(): Promise<void> {
    for (const undo of this.#contexts.values()) undo()
    this.#contexts.clear()
    await (await this.#server)?.close()
  }
}
