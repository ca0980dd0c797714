import { html } from 'lit'
import type { Board, BoardState } from '../board.ts'
import type { Post } from '../post.ts'
import { noPost, openingPost } from './read-view.ts'

export function writeView(board: Board, { posts, draft, postProblem }: BoardState, id?: string) {
  const post = posts?.find((each) => each.id === id)
  if (id !== undefined && !post) {
    return postProblem === undefined ? openingPost : noPost(postProblem)
  }
  const isSaving = draft?.isSaving === true
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isSaving) await board.save(fieldsOf(event.target as HTMLFormElement, post))
  }
  return html`<form class="write" @submit=${save} aria-busy=${isSaving}>
    <h2 class="display" tabindex="-1">${post ? 'Edit the post' : 'A new post'}</h2>
    ${draft?.problem === undefined ? '' : html`<div class="problem" role="alert"><p>${draft.problem}</p></div>`}
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
