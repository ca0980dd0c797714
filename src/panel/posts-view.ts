import { html, nothing } from 'lit-html'
import { eachField, type FieldName, fieldNames, fields } from '../../handlers/fields.ts'
import type { Post } from '../../handlers/model/post.ts'
import type { Panel } from './panel.ts'
import { filterField, openable, type Row, rowList } from './rows.ts'

/** The posts: filter, add, edit, delete, reset. */
export function postsView(panel: Panel) {
  const posts = panel.latest<readonly Post[]>('posts', panel.state?.version) ?? []
  const reset = () => {
    if (confirm('Reset posts, profile, faults and requests?'))
      void panel.act(() => panel.call('POST', 'reset'), 'All is as at the start.')
  }
  const key = 'new post'
  return html`
    <div class="bar">
      ${filterField(panel, 'Filter posts')}
      <button @click=${reset}>Reset</button>
    </div>
    ${openable(panel, { key, summary: html`<b>New post</b>`, details: () => postForm(panel, key) })}
    ${rowList(
      panel,
      'Posts',
      posts.map((post) => rowOf(panel, post)),
      'No posts.',
    )}
  `
}

function rowOf(panel: Panel, post: Post): Row {
  const { id, title, content } = post
  const key = `post ${id}`
  return {
    key,
    text: [id, ...fieldNames.map((name) => post[name])].join('\n'),
    summary: html`<span class="data soft id">${id}</span> <span class="row"><b class="clip" dir="auto">${title.trim() || 'No title'}</b> <span class="clip soft" dir="auto">${content.slice(0, 200)}</span></span>`,
    details: () => postForm(panel, key, post),
  }
}

/** Edits a post, or without one adds one. */
function postForm(panel: Panel, key: string, post?: Post) {
  /** Closes the row, whose summary takes the focus. */
  const close = (form: HTMLFormElement) => {
    form.closest('details')?.querySelector('summary')?.focus()
    panel.opened.delete(key)
    panel.changed()
  }
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const texts = eachField((name) => textOf(form, name, post))
    const isSaved = post
      ? await panel.act(() => panel.call('PUT', `posts/${post.id}`, texts), `Post ${post.id} is saved.`)
      : await panel.act(() => panel.call('POST', 'posts', texts), 'The post is added.')
    if (isSaved) close(form)
  }
  const remove = async ({ currentTarget }: Event) => {
    const { form } = currentTarget as HTMLButtonElement
    const name = `post ${post?.id}`
    if (!confirm(`Delete ${name}?`)) return
    form?.ownerDocument.querySelector<HTMLElement>('[aria-current=page]')?.focus()
    await panel.act(() => panel.call('DELETE', `posts/${post?.id}`), `Deleted ${name}.`)
  }
  return html`<form @submit=${save}>
    ${fields.map(({ name, seed }) => {
      const label = name.replace(/^./, (first) => first.toUpperCase())
      return seed === 'paragraphs'
        ? html`<label>${label} <textarea name=${name} dir="auto" rows="6" .defaultValue=${post?.[name] ?? ''}></textarea></label>`
        : html`<label>${label} <input name=${name} dir="auto" autocomplete="off" .defaultValue=${post?.[name] ?? ''} /></label>`
    })}
    <div class="bar">
      <button>${post ? 'Save' : 'Add'}</button>
      ${post ? html`<button type="button" @click=${remove}>Delete</button>` : nothing}
    </div>
  </form>`
}

/** The text of a field; if it is not edited, the exact text of the post, as a field normalizes line ends. */
function textOf(form: HTMLFormElement, name: FieldName, post: Post | undefined): string {
  const before = post?.[name] ?? ''
  const field = form.elements.namedItem(name) as HTMLInputElement
  const untouched = field.cloneNode() as HTMLInputElement
  untouched.value = before
  return field.value === untouched.value ? before : field.value
}
