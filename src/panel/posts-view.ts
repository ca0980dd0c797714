import { html, nothing } from 'lit-html'
import type { Post } from '../../handlers/model/post.ts'
import type { Panel } from './panel.ts'
import { closeRow, filterField, matching, openable, type Row, rowList } from './rows.ts'

/** The posts: filter, add, edit, delete, reset. */
export function postsView(panel: Panel) {
  panel.wantPosts()
  const { posts, state } = panel
  const found = matching(panel, 'posts', posts, ({ id, title, content }) => `${id}\n${title}\n${content}`)
  const more = () => panel.act(() => panel.call('POST', 'more', { posts: 10 }), '10 posts are added.')
  const reset = () =>
    panel.act(() => panel.call('POST', 'reset'), 'Posts, profile, faults and requests are reset.')
  return html`
    <div class="bar">
      ${filterField(panel, 'posts')}
      <button @click=${more}>10 more</button>
      <button @click=${reset}>Reset</button>
    </div>
    ${openable(panel, newRow(panel))}
    ${rowList(panel, 'Posts', found, (post) => rowOf(panel, post))}
    ${found.length > 0 || !state ? nothing : html`<p class="empty">${state.posts === 0 ? 'No posts.' : 'No post contains this.'}</p>`}
  `
}

function newRow(panel: Panel): Row {
  return { key: 'new post', summary: html`<b>New post</b>`, details: () => postForm(panel, 'new post') }
}

function rowOf(panel: Panel, post: Post): Row {
  const key = `post ${post.id}`
  const { id, title, content } = post
  return {
    key,
    summary: html`<span class="data soft id">${id}</span> <span class="row"><b class="clip" dir="auto">${title.trim() || 'No title'}</b> <span class="clip soft" dir="auto">${content.slice(0, 200)}</span></span>`,
    details: () => postForm(panel, key, post),
  }
}

/** Edits a post, or without one adds one. */
function postForm(panel: Panel, key: string, post?: Post) {
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const fields = { title: textOf(form, 'title', post), content: textOf(form, 'content', post) }
    const isSaved = post
      ? await panel.act(() => panel.call('PUT', `posts/${post.id}`, fields), `Post ${post.id} is saved.`)
      : await panel.act(() => panel.call('POST', 'posts', fields), 'The post is added.')
    if (isSaved) closeRow(panel, key, form)
  }
  const remove = async ({ currentTarget }: Event) => {
    const { ownerDocument } = currentTarget as Element
    const { id } = post as Post
    if (!(await panel.change(() => panel.call('DELETE', `posts/${id}`), `Post ${id} is deleted.`))) return
    panel.opened.delete(key)
    ownerDocument.querySelector<HTMLElement>('[aria-current=page]')?.focus()
  }
  return html`<form @submit=${save}>
    <label>Title <input name="title" dir="auto" autocomplete="off" .defaultValue=${post?.title ?? ''} /></label>
    <label>Content <textarea name="content" dir="auto" rows="6" .defaultValue=${post?.content ?? ''}></textarea></label>
    <div class="bar">
      <button class="first">${post ? 'Save' : 'Add'}</button>
      ${post ? html`<button type="button" @click=${remove}>Delete</button>` : nothing}
    </div>
  </form>`
}

/** The text of a field; if it is not edited, the exact text of the post, as a field normalizes line ends. */
function textOf(form: HTMLFormElement, name: 'title' | 'content', post: Post | undefined): string {
  const field = form.elements.namedItem(name) as HTMLInputElement
  const untouched = field.cloneNode() as HTMLInputElement
  untouched.value = post?.[name] ?? ''
  return post && field.value === untouched.value ? post[name] : field.value
}
