import type { PostId } from '../../handlers/model/post.ts'
import type { SentPost } from './sent-texts.ts'

/**
 * The posts that creates may leave without a mark, as where a service does not understand a body: between two lists, the
 * one new post without a mark is the run's.
 */
export class UnmarkedPosts {
  /** The texts of creates without a mark, and that of a post without any. */
  readonly texts = new Set([''])
  /** Whether there was a create that may have left one. */
  #wasSent = false
  /** Those that no list showed before the latest such create. */
  readonly #fresh = new Set<PostId>()
  /** When it succeeded, and its marks, until a list was read since. */
  #latest: { readonly at: number; readonly marks: readonly string[] } | undefined
  /** The run's that nothing has claimed. */
  readonly #unclaimed = new Set<PostId>()

  /** Notes a create that may leave one, before it is sent. @param texts where it sends no mark. */
  creating(texts: SentPost): void {
    this.#wasSent = true
    for (const text of texts) this.texts.add(text)
    this.#fresh.clear()
  }

  /** Notes that it succeeded. */
  created(at: number, marks: readonly string[]): void {
    this.#latest = { at, marks }
  }

  /** Whether a create may have made a post with these texts. */
  mayHaveMade(shown: SentPost): boolean {
    return this.#wasSent && shown.every((text) => this.texts.has(text))
  }

  /** Notes that a list shows a post for the first time. */
  appeared(id: PostId): void {
    this.#fresh.add(id)
  }

  /**
   * Notes that a list was read to its end.
   * @returns the post that the latest create left, and the marks of that; undefined where it is unknown.
   */
  found(sentAt: number, areOthersAtWork: boolean): { id: PostId; marks: readonly string[] } | undefined {
    if (!this.#latest || sentAt <= this.#latest.at) return undefined
    const { marks } = this.#latest
    this.#latest = undefined
    const [id, another] = this.#fresh
    if (id === undefined || another !== undefined || areOthersAtWork) return undefined
    this.#unclaimed.add(id)
    return { id, marks }
  }

  /** A post that a create left, once. @param ids those that a reply named. */
  claim(ids: readonly PostId[]): PostId | undefined {
    const id = ids.find((each) => this.#unclaimed.has(each)) ?? [...this.#unclaimed][0]
    if (id !== undefined) this.#unclaimed.delete(id)
    return id
  }
}
