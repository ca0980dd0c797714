import { css, html } from 'lit'
import type { Post } from '../post.ts'
import { deleteIcon } from './icons.ts'
import { PanelView } from './panel-view.ts'
import { postFiles } from './post-files.ts'
import type { Rows } from './rows.ts'
import { controls } from './style/controls.ts'
import { rows } from './style/rows.ts'

/** The posts: find, add, edit, delete, take back, begin anew, carry away and bring in. */
export class PostsTab extends PanelView {
  static override properties = { filter: { state: true }, edited: { state: true } }
  static override styles = [
    controls,
    rows,
    css`
      .row { grid-template: auto auto / auto minmax(0, 1fr); }
      .id { grid-row: span 2; align-self: start; min-width: 3ch; text-align: end; color: var(--soft); padding-top: 1px; }
      .title { font-weight: 600; }
      .title:empty::before { content: 'no title'; font-weight: 400; font-style: italic; color: var(--soft); }
    `,
  ]
  declare filter: string
  /** The post in the form; null for a new one. */
  declare edited: Post | null | undefined

  constructor() {
    super()
    this.filter = ''
  }

  override render() {
    const { model } = this
    model.wantPosts()
    if (this.edited !== undefined) {
      return html`<understudy-post-form .model=${model} .post=${this.edited} @leave=${this.#leave}></understudy-post-form>`
    }
    const posts = matching(model.posts, this.filter)
    const { control } = model
    return html`
      <div class="bar">
        <input class="wide" type="search" placeholder="Filter posts" aria-label="Filter posts" .value=${this.filter} @input=${this.#onFilter} />
        <button class="first" id="new" @click=${() => this.#edit(null)}>New post</button>
      </div>
      <div class="bar tight">
        <button class="quiet" @click=${() => model.act(() => control.more(10), '10 posts added.')}>10 more</button>
        <button class="quiet" ?disabled=${!model.state?.undo} @click=${() => model.undo()}>Undo</button>
        <button class="quiet" @click=${() => model.act(() => control.reset(), 'Back at the beginning: first posts and profile, no faults.')}>Reset</button>
        <span class="wide"></span>
        ${postFiles(model)}
      </div>
      ${
        posts.length > 0 || !model.state
          ? html`<understudy-rows label="Posts" .items=${posts} .keyOf=${idOf} .row=${this.#row}></understudy-rows>`
          : html`<p class="empty">${model.state.posts === 0 ? 'No posts. Add one, or ten at a time.' : html`No post has <b>${this.filter}</b> in it.`}</p>`
      }
    `
  }

  #row = (post: Post) => html`
    <button class="row" @click=${() => this.#edit(post)} aria-label=${`Edit post ${post.id}: ${post.title}`}>
      <span class="data id">${post.id}</span>
      <span class="clip title" dir="auto">${post.title}</span>
      <span class="clip soft" dir="auto">${post.content.slice(0, 200)}</span>
    </button>
    <button class="icon quiet act" aria-label=${`Delete post ${post.id}`} @click=${() => this.model.delete(post.id)}>${deleteIcon}</button>
  `

  #onFilter = (event: Event): void => {
    this.filter = (event.target as HTMLInputElement).value
  }

  #edit(post: Post | null): void {
    this.edited = post
  }

  #leave = async (): Promise<void> => {
    const wasNew = this.edited === null
    this.edited = undefined
    await this.updateComplete
    if (wasNew) this.renderRoot.querySelector<HTMLElement>('#new')?.focus()
    else this.renderRoot.querySelector<Rows>('understudy-rows')?.focusRow()
  }
}

function idOf({ id }: Post): unknown {
  return id
}

function matching(posts: readonly Post[], filter: string): readonly Post[] {
  const words = filter.trim().toLowerCase()
  if (words === '') return posts
  return posts.filter(({ id, title, content }) => `${id}\n${title}\n${content}`.toLowerCase().includes(words))
}
