import { html } from 'lit'
import type { Board, BoardState } from '../board.ts'
import type { Post } from '../post.ts'
import { addressOf } from '../route.ts'

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
