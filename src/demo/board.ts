import { type Post, type PostFields, type PostsService, Problem } from './service.ts'

/** What the page shows, as its address says it. */
export type Route =
  | { readonly at: 'list' }
  | { readonly at: 'new' }
  | { readonly at: 'read' | 'edit'; readonly id: string }

export interface BoardState {
  readonly route: Route
  /** Undefined until the service gave them. */
  readonly posts: readonly Post[] | undefined
  readonly isLoading: boolean
  readonly listProblem: string | undefined
  readonly postProblem: string | undefined
  /** Of the form. */
  readonly isSaving: boolean
  readonly saveProblem: string | undefined
  /** The post for which a delete must be confirmed. */
  readonly doomed: Post | undefined
  /** What was done last, for a moment. */
  readonly notice: string | undefined
}

export class Board {
  readonly #service: PostsService
  readonly #draw: (state: BoardState) => void
  #state: BoardState

  constructor(service: PostsService, draw: (state: BoardState) => void) {
    this.#service = service
    this.#draw = draw
    this.#state = {
      route: { at: 'list' },
      posts: undefined,
      isLoading: false,
      listProblem: undefined,
      postProblem: undefined,
      isSaving: false,
      saveProblem: undefined,
      doomed: undefined,
      notice: undefined,
    }
  }

  /** Follows the address of the page, and loads the posts. */
  async start(): Promise<void> {
    addEventListener('hashchange', () => void this.#follow())
    // Somebody else changed the posts; a page without a mock never hears this.
    addEventListener('posts-understudy:change', () => void this.load())
    await Promise.all([this.load(), this.#follow()])
  }

  async load(): Promise<void> {
    this.#change({ isLoading: true, listProblem: undefined })
    try {
      this.#change({ posts: await this.#service.list(), isLoading: false })
    } catch (error) {
      this.#change({ isLoading: false, listProblem: wordsOf(error) })
    }
  }

  /** Saves the form: as a new post, or in the place of the one in the address. */
  async save(fields: PostFields): Promise<void> {
    const { route } = this.#state
    this.#change({ isSaving: true, saveProblem: undefined })
    try {
      const id = await this.#write(route, fields)
      this.#change({ isSaving: false, notice: route.at === 'new' ? 'Posted.' : 'Saved.' })
      location.hash = id === undefined ? '#/' : addressOf(id)
      await this.load()
    } catch (error) {
      this.#change({ isSaving: false, saveProblem: wordsOf(error) })
    }
  }

  /** Asks whether a post shall be deleted; undefined takes the question back. */
  askToDelete(post: Post | undefined): void {
    this.#change({ doomed: post })
  }

  async delete({ id }: Post): Promise<void> {
    this.#change({ doomed: undefined })
    try {
      await this.#service.delete(id)
      this.#change({ notice: 'Deleted.' })
      location.hash = '#/'
      await this.load()
    } catch (error) {
      this.#change({ postProblem: wordsOf(error) })
    }
  }

  async #write(route: Route, fields: PostFields): Promise<string | undefined> {
    if (route.at !== 'edit') return await this.#service.create(fields)
    await this.#service.replace(route.id, fields)
    return route.id
  }

  async #follow(): Promise<void> {
    const route = readRoute(location.hash)
    const isReading = route.at === 'read' || route.at === 'edit'
    this.#change({
      route,
      postProblem: undefined,
      isSaving: false,
      saveProblem: undefined,
      ...(route.at !== 'read' && route.at !== 'list' && { notice: undefined }),
    })
    if (isReading) await this.#read(route.id)
  }

  /** The list may be old by now: what is read is asked for. */
  async #read(id: string): Promise<void> {
    try {
      const post = await this.#service.read(id)
      const others = this.#state.posts ?? []
      const isListed = others.some((other) => other.id === id)
      // A post that the list does not have yet waits for the list, whose order is the service's.
      if (isListed) this.#change({ posts: others.map((other) => (other.id === id ? post : other)) })
      else if (this.#state.posts) await this.load()
    } catch (error) {
      const { route } = this.#state
      if ('id' in route && route.id === id) this.#change({ postProblem: wordsOf(error) })
    }
  }

  #change(change: Partial<BoardState>): void {
    this.#state = { ...this.#state, ...change }
    this.#draw(this.#state)
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof Problem) return error.message
  throw error
}

/** Reads the part of the address after the `#`. */
function readRoute(hash: string): Route {
  if (hash === '#/new') return { at: 'new' }
  const [, id, edit] = /^#\/(-?\d+)(\/edit)?$/.exec(hash) ?? []
  if (id === undefined) return { at: 'list' }
  return { at: edit === undefined ? 'read' : 'edit', id }
}

export function addressOf(id: string): string {
  return `#/${id}`
}
