import { type Profile, profileFor, withoutGates } from '../../handlers/choices/profile.ts'
import type { PostFields, PostId, StoredPost } from '../../handlers/model/post.ts'
import { keepText } from '../../handlers/operations/post-input.ts'
import { emptyWorld } from '../../handlers/world/create-world.ts'
import type { ReceivedReply, SentRequest } from '../spec/exchange.ts'
import { replyOf } from './example-reply.ts'
import type { OwnPost } from './own-posts.ts'

/**
 * The mock with the posts of one sequence: it answers the same requests as the provider. Posts have the provider's
 * ids, so that both replies can be compared directly.
 */
export class Model {
  readonly profile: Profile
  readonly #world: ReturnType<typeof emptyWorld>

  constructor(profile: Profile) {
    this.profile = withoutGates(profile)
    this.#world = emptyWorld(this.profile)
  }

  answer(request: SentRequest): Promise<ReceivedReply> {
    return replyOf(this.#world, request)
  }

  /** Makes its posts equal to those that the provider must have. */
  async align(alive: readonly OwnPost[]): Promise<void> {
    const { store } = this.#world
    const ids = new Set(alive.map(({ id }) => id))
    for (const { id } of store.list()) if (!ids.has(id)) await store.delete(id)
    for (const { id, ...fields } of alive) {
      const created = this.#kept('create', fields)
      const post = store.read(id)
      const isRight = [created, this.#kept('replace', fields)].some(
        ({ title, content }) => post?.title === title && post.content === content,
      )
      if (!isRight) await store.put(id, created)
    }
  }

  get posts(): readonly StoredPost[] {
    return this.#world.store.list()
  }

  /** Sets a post to the provider's state. @param instead an id to remove. */
  async take(
    id: PostId,
    post: (PostFields & { readonly id?: PostId }) | undefined,
    instead?: PostId,
  ): Promise<void> {
    const { store } = this.#world
    if (instead !== undefined) await store.delete(instead)
    if (!post) return void (await store.delete(id))
    const { id: _id, title, content, ...extra } = post
    await store.put(id, { title, content }, extra)
  }

  /** The texts after an operation (choice `text.kept`). */
  #kept(operation: 'create' | 'replace', { title, content }: PostFields): PostFields {
    const kept = profileFor(this.profile, operation)['text.kept']
    return { title: keepText(kept, title), content: keepText(kept, content) }
  }
}
