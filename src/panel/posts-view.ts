import { html, nothing } from 'lit-html'
import { keyed } from 'lit-html/directives/keyed.js'
import { eachField, type FieldName, fieldNames, fields } from '../../handlers/fields.ts'
import type { Post } from '../../handlers/model/post.ts'
import { capital } from './answers-view.ts'
import type { Panel } from './panel.ts'
import { choose, leave, type Row, rowsView } from './rows.ts'

const newPost = 'new post'

export function postsView(panel: Panel) {
  const posts = panel.latest<readonly Post[]>('posts', panel.state?.version)
  return rowsView(panel, {
    label: 'Posts',
    rows: posts?.map((post) => rowOf(panel, post)),
    tools: html`<button class="primary" aria-current=${panel.chosen === newPost} @click=${(event: Event) => choose(panel, event, newPost)}>New post</button>`,
    ifNone: 'No posts. Your app sees an empty list.',
    other: { key: newPost, detail: () => postForm(panel) },
  })
}

function rowOf(panel: Panel, post: Post): Row {
  const { id, title, content } = post
  return {
    key: `post ${id}`,
    text: [id, ...fieldNames.map((name) => post[name])].join('\n'),
    summary: html`<span class="mono soft id">${id}</span> <span><b class="clip" dir="auto">${title.trim() || 'No title'}</b> <span class="clip small" dir="auto">${content.slice(0, 200)}</span></span>`,
    detail: () => keyed(id, postForm(panel, post)),
  }
}

/** Edits a post, or without one adds one. */
function postForm(panel: Panel, post?: Post) {
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const texts = eachField((name) => textOf(event.target as HTMLFormElement, name, post))
    const isSaved = post
      ? await panel.act(() => panel.call('PUT', `posts/${post.id}`, texts), `Post ${post.id} is saved.`)
      : await panel.act(() => panel.call('POST', 'posts', texts), 'The post is added.')
    if (isSaved) leave(panel, event)
  }
  const remove = async ({ currentTarget }: Event) => {
    const { form } = currentTarget as HTMLButtonElement
    const name = `post ${post?.id}`
    if (!confirm(`Delete ${name}?`)) return
    form?.ownerDocument.querySelector<HTMLElement>('[aria-current=page]')?.focus()
    await panel.act(() => panel.call('DELETE', `posts/${post?.id}`), `Deleted ${name}.`)
  }
  return html`<h2>${post ? `Post ${post.id}` : 'New post'}</h2>
  <form class="stack" @submit=${save}>
    ${fields.map(({ name, seed }) => {
      const label = capital(name)
      return seed === 'paragraphs'
        ? html`<label>${label} <textarea name=${name} dir="auto" rows="12" .defaultValue=${post?.[name] ?? ''}></textarea></label>`
        : html`<label>${label} <input name=${name} dir="auto" autocomplete="off" .defaultValue=${post?.[name] ?? ''} /></label>`
    })}
    <div class="bar">
      <button class="primary">${post ? 'Save' : 'Add'}</button>
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
