import { html } from 'lit-html'
import { addressOf, type Board, type BoardState } from './board.ts'
import type { Post } from './service.ts'

export function listView(board: Board, { posts, isLoading, listProblem, route }: BoardState) {
  const current = 'id' in route ? route.id : undefined
  return html`
    ${
      listProblem === undefined
        ? ''
        : html`<div class="problem" role="alert"><p>${listProblem}</p><button @click=${() => board.load()}>Try again</button></div>`
    }
    ${posts ? postList(posts, current) : isLoading ? skeleton() : ''}
  `
}

function postList(posts: readonly Post[], current: string | undefined) {
  if (posts.length === 0) {
    return html`<div class="empty"><p class="display">The board is bare.</p><p>Whoever posts first is read by everyone.</p><a class="button" href="#/new">Write the first post</a></div>`
  }
  return html`<ol class="posts">${posts.map(
    (post) =>
      html`<li><a href=${addressOf(post.id)} aria-current=${post.id === current ? 'page' : 'false'}><span class="number">${post.id}</span><span class="title" dir="auto">${titleOf(post)}</span><span class="start" dir="auto">${post.content.slice(0, 160)}</span></a></li>`,
  )}</ol>`
}

/** Where the list will be, while it is on its way. */
function skeleton() {
  return html`<p class="hidden" role="status">Loading the posts…</p>
    <div class="skeleton" aria-hidden="true">${Array.from({ length: 7 }, () => html`<div><i></i><i></i></div>`)}</div>`
}

/** A post may have an empty title, and still needs a link that one can hit. */
export function titleOf({ title }: Post): string {
  return title.trim() === '' ? 'Untitled' : title
}

const openingPost = html`<p class="hint" role="status">Opening the post…</p>`

function noPost(reason: string) {
  return html`<div class="empty"><h2 class="display" tabindex="-1">Nothing hangs here.</h2><p role="alert">${reason}</p><a class="button" href="#/">To the board</a></div>`
}

export function readView(board: Board, { posts, isLoading, postProblem }: BoardState, id: string) {
  const post = posts?.find((each) => each.id === id)
  if (!post) {
    if (postProblem === undefined && (isLoading || !posts)) return openingPost
    return noPost(postProblem ?? 'This post does not exist any more.')
  }
  return html`<article class="post">
    <a class="back" href="#/">All posts</a>
    <p class="folio">No. ${post.id}</p>
    <h2 class="display" tabindex="-1" dir="auto">${titleOf(post)}</h2>
    ${postProblem === undefined ? '' : html`<div class="problem" role="alert"><p>${postProblem}</p></div>`}
    <div class="text" dir="auto">${post.content}</div>
    <footer class="actions">
      <a class="button" href=${`#/${id}/edit`}>Edit</a>
      <button class="plain" @click=${() => board.askToDelete(post)}>Delete</button>
    </footer>
  </article>`
}

export function writeView(
  board: Board,
  { posts, isSaving, saveProblem, postProblem }: BoardState,
  id?: string,
) {
  const post = posts?.find((each) => each.id === id)
  if (id !== undefined && !post) {
    return postProblem === undefined ? openingPost : noPost(postProblem)
  }
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isSaving) await board.save(fieldsOf(event.target as HTMLFormElement, post))
  }
  return html`<form class="write" @submit=${save} aria-busy=${isSaving}>
    <h2 class="display" tabindex="-1">${post ? 'Edit the post' : 'A new post'}</h2>
    ${saveProblem === undefined ? '' : html`<div class="problem" role="alert"><p>${saveProblem}</p></div>`}
    <label>Title <input name="title" dir="auto" autocomplete="off" .defaultValue=${post?.title ?? ''} /></label>
    <label>Text <textarea name="content" dir="auto" rows="12" .defaultValue=${post?.content ?? ''}></textarea></label>
    <footer class="actions">
      <button ?disabled=${isSaving}>${isSaving ? 'Saving…' : post ? 'Save' : 'Post it'}</button>
      <a class="plain button" href=${id === undefined ? '#/' : `#/${id}`}>Cancel</a>
    </footer>
  </form>`
}

/** A field normalizes line ends; a text that was not edited is sent unchanged. */
function fieldsOf(form: HTMLFormElement, post: Post | undefined) {
  const textOf = (name: 'title' | 'content') => {
    const field = form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement
    const untouched = field.cloneNode() as typeof field
    untouched.value = post?.[name] ?? ''
    return post && field.value === untouched.value ? post[name] : field.value
  }
  return { title: textOf('title'), content: textOf('content') }
}

export function deleteDialog(board: Board, post: Post | undefined) {
  if (!post) return ''
  return html`<dialog aria-labelledby="question" @close=${() => board.askToDelete(undefined)}>
    <h2 id="question" class="display">Take it down?</h2>
    <p class="question"><span dir="auto">${titleOf(post)}</span> will be gone for everyone.</p>
    <footer class="actions">
      <button @click=${() => board.delete(post)}>Delete</button>
      <button class="plain" autofocus @click=${close}>Keep it</button>
    </footer>
  </dialog>`
}

/** Closing gives the focus back to where it was; taking the dialog away would not. */
function close({ currentTarget }: Event): void {
  ;(currentTarget as Element).closest('dialog')?.close()
}
