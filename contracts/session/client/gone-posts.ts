import { isSuccess, type ReceivedReply } from '../../document/exchange.ts'
import { idInBody, idInLocation } from '../find-id.ts'
import type { RawRequest } from '../target.ts'

/** The posts that a DELETE removed and a later read did not find, by their path. */
export class GonePosts {
  readonly #states = new Map<string, 'deleted' | 'gone'>()

  has(path: string): boolean {
    return this.#states.get(path) === 'gone'
  }

  note({ method, path }: Pick<RawRequest, 'method' | 'path'>, reply: ReceivedReply): void {
    const isDone = isSuccess(reply)
    if (method === 'DELETE') {
      if (isDone) this.#states.set(path, 'deleted')
    } else if (method === 'POST') {
      if (isDone) this.#noteCreate(reply)
    } else if (isDone) {
      this.#states.delete(path)
    } else if (method === 'GET' && [404, 410].includes(reply.status) && this.#states.has(path)) {
      this.#states.set(path, 'gone')
    }
  }

  /** A new post may have the id of a deleted one. */
  #noteCreate({ body, headers }: ReceivedReply): void {
    const ids = [idInBody(body), idInLocation(headers.location)].filter((id) => id !== undefined)
    if (ids.length === 0) this.#states.clear()
    for (const id of ids) this.#states.delete(`/posts/${id}`)
  }
}
