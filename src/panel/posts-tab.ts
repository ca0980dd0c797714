import { css, html, nothing } from 'lit'
import type { Post } from '../../handlers/model/post.ts'
import { deleteIcon } from './icons.ts'
import { ListView } from './list-view.ts'
import type { PanelModel } from './panel-model.ts'
import { controls } from './style/controls.ts'
import { rows } from './style/rows.ts'

/** The posts: filter, add, edit, delete, undo, reset, export and import. */
export class PostsTab extends ListView<Post> {
  static override styles = [
    controls,
    rows,
    css`
      .row { grid-template: auto auto / auto minmax(0, 1fr); }
      .id { grid-row: span 2; min-width: 3ch; max-width: 10ch; line-height: 1.3; padding-top: 2px; text-align: end; overflow-wrap: anywhere; }
      .title { font-weight: 600; }
      .title:empty::before { content: 'no title'; font-weight: 400; color: var(--soft); }
    `,
  ]

  override render() {
    const { model } = this
    model.wantPosts()
    const { control, state } = model
    const posts = this.matching(model.posts, textOf)
    const isOpen = this.opened !== undefined
    return html`
      <div class="col" ?inert=${isOpen}>
        <div class="bar">
          ${this.filterField('Filter posts')}
          <button class="first" id="new" @click=${() => this.open(null)}>New post</button>
        </div>
        <div class="bar low">
          <button class="quiet" @click=${() => model.act(() => control.more(10), '10 posts added.', true)}>10 more</button>
          <button class="quiet" aria-disabled=${!state?.undo} @click=${() => model.undo()}>Undo</button>
          <button class="quiet" @click=${() => model.act(() => control.reset(), 'Posts, profile, faults and requests are reset.', true)}>Reset</button>
          <span class="wide"></span>
          ${postFiles(model)}
        </div>
        ${
          posts.length > 0 || !state
            ? html`<understudy-rows label="Posts" .items=${posts} .keyOf=${idOf} .row=${this.#row}></understudy-rows>`
            : html`<p class="empty">${state.posts === 0 ? 'No posts. Add one, or ten at a time.' : html`No post contains <b>${this.filter}</b>.`}</p>`
        }
      </div>
      ${isOpen ? html`<understudy-post-form .model=${model} .post=${this.opened} @leave=${this.leave}></understudy-post-form>` : nothing}
    `
  }

  #row = (post: Post) => html`
    <button class="row" @click=${() => this.open(post)}>
      <span class="unseen">Edit post</span>
      <span class="data soft id">${post.id}</span>
      <span class="clip title" dir="auto">${post.title.trim() && post.title}</span>
      <span class="clip soft" dir="auto">${post.content.slice(0, 200)}</span>
    </button>
    <button class="icon quiet" aria-label=${`Delete post ${post.id}`} @click=${() => this.model.delete(post.id)}>${deleteIcon}</button>
  `
}

function idOf({ id }: Post): unknown {
  return id
}

function textOf({ id, title, content }: Post): string {
  return `${id}\n${title}\n${content}`
}

/** Buttons to export the posts to a file and import them. */
function postFiles(model: PanelModel) {
  return html`
    <button class="quiet" @click=${() => exportPosts(model)}>Export</button>
    <button class="quiet" @click=${(event: Event) => inputBeside(event)?.click()}>Import</button>
    <input type="file" accept=".json" aria-label="Posts to import" hidden @change=${(event: Event) => importPosts(model, event)} />
  `
}

function inputBeside(event: Event): HTMLElement | null {
  return (event.currentTarget as Element).nextElementSibling as HTMLElement | null
}

async function exportPosts(model: PanelModel): Promise<void> {
  await model.act(async () => {
    const text = await model.control.exportPosts()
    const link = document.createElement('a')
    link.download = 'posts.json'
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    link.click()
    URL.revokeObjectURL(link.href)
  }, 'Saved as posts.json, which is also a data file for `serve --data`.')
}

async function importPosts(model: PanelModel, event: Event): Promise<void> {
  const input = event.target as HTMLInputElement
  const file = input.files?.[0]
  // So that selecting the same file again is a change.
  input.value = ''
  if (file)
    await model.act(
      async () => model.control.importPosts(asSnapshot(await file.text())).catch(naming(file.name)),
      `The posts are those of ${file.name}.`,
    )
}

/** Also accepts a list of posts, as `GET /posts` returns it. */
function asSnapshot(text: string): string {
  return text.trimStart().startsWith('[') ? `{"posts":${text}}` : text
}

function naming(file: string): (error: Error) => never {
  return (error) => {
    throw new Error(`${file}: ${error.message}`)
  }
}
