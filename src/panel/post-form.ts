import { css, html, nothing } from 'lit'
import type { Post } from '../../handlers/model/post.ts'
import { DetailView } from './detail-view.ts'
import { backIcon } from './icons.ts'
import { controls } from './style/controls.ts'

/** Edits a post, or creates one. Emits `leave` at the end. */
export class PostForm extends DetailView {
  static override properties = { post: { attribute: false } }
  static override styles = [
    controls,
    css`
      form { gap: 10px; padding: 0 14px 12px; overflow: auto; }
      label { display: grid; gap: 3px; font-weight: 600; }
      label + label { flex: 1 0 7em; grid-template-rows: auto 1fr; }
      input, textarea { font-weight: 400; resize: none; }
      form .bar { padding: 0; }
    `,
  ]
  /** Null for a new post. */
  declare post: Post | null

  override render() {
    const { post } = this
    return html`
      <div class="bar">
        <button class="icon quiet" aria-label="Back to the posts" @click=${this.leave}>${backIcon}</button>
        <h3>${post ? `Post ${post.id}` : 'New post'}</h3>
      </div>
      <form class="col" @submit=${this.#save} @keydown=${this.#onKey}>
        <label>Title <input name="title" dir="auto" autocomplete="off" .defaultValue=${post?.title ?? ''} /></label>
        <label>Content <textarea name="content" dir="auto" .defaultValue=${post?.content ?? ''}></textarea></label>
        <div class="bar">
          <button class="first">${post ? 'Save' : 'Add'}</button>
          <button type="button" @click=${this.leave}>Cancel</button>
          <span class="wide"></span>
          ${post ? html`<button type="button" class="bad" @click=${this.#delete}>Delete</button>` : nothing}
        </div>
      </form>
    `
  }

  #save = async (event: Event): Promise<void> => {
    event.preventDefault()
    const { post, model } = this
    const fields = { title: this.#textOf('title'), content: this.#textOf('content') }
    const isSaved = post
      ? await model.act(() => model.control.replace(post.id, fields), `Post ${post.id} is saved.`)
      : await model.act(() => model.control.create(fields), 'The post is added.')
    if (isSaved) this.leave()
  }

  #delete = async (): Promise<void> => {
    if (this.post && (await this.model.delete(this.post.id))) this.leave()
  }

  /** The text of a field; if it is not edited, the exact text of the post, as a field normalizes line ends. */
  #textOf(name: 'title' | 'content'): string {
    const field = this.renderRoot.querySelector<HTMLInputElement>(`[name=${name}]`)
    const before = this.post?.[name] ?? ''
    return !field || field.value === asShown(field, before) ? before : field.value
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      (event.currentTarget as HTMLFormElement).requestSubmit()
  }
}

function asShown(field: HTMLInputElement, text: string): string {
  const other = field.cloneNode() as HTMLInputElement
  other.value = text
  return other.value
}
