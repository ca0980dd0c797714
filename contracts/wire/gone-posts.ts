import { isBusy, isSuccess, type ReceivedReply } from '../spec/exchange.ts'
import { idsNamedBy } from './find-id.ts'
import type { RawRequest } from './target.ts'

/** The posts that a DELETE removed, and those of them that a later read did not find, by their path. */
export class GonePosts {
  readonly #deleted = new Set<string>()
  readonly #states = new Map<string, 'deleted' | 'gone'>()

  /** Whether a DELETE succeeded since the post was made, whatever reads show. */
  wasDeleted(path: string): boolean {
    return this.#deleted.has(path)
  }

  has(path: string): boolean {
    return this.#states.get(path) === 'gone'
  }

  note({ method, path }: Pick<RawRequest, 'method' | 'path'>, reply: ReceivedReply): void {
    const isDone = isSuccess(reply)
    if (method === 'DELETE') {
      if (isDone) this.#deleted.add(path)
      // What a gateway did not answer may be done: the next read shows it.
      if (isDone || isBusy(reply)) this.#states.set(path, 'deleted')
    } else if (method === 'POST') {
      if (isDone) this.#noteCreate(reply)
    } else if (isDone) {
      if (method === 'PUT') this.#deleted.delete(path)
      this.#states.delete(path)
    } else if (method === 'GET' && [404, 410].includes(reply.status) && this.#states.has(path)) {
      this.#states.set(path, 'gone')
      this.#deleted.add(path)
    }
  }

  /** A new post may have the id of a deleted one. */
  #noteCreate(reply: ReceivedReply): void {
    const ids = idsNamedBy(reply)
    if (ids.length === 0) this.#states.clear()
    for (const id of ids) {
      this.#deleted.delete(`/posts/${id}`)
      this.#states.delete(`/posts/${id}`)
    }
  }
}
