import { html } from 'lit'
import type { Board, BoardState } from '../board.ts'
import { titleOf } from './list-view.ts'

export const openingPost = html`<p class="hint" role="status">Opening the post…</p>`

export function noPost(reason: string) {
  return html`<div class="empty"><h2 class="display" tabindex="-1">Nothing hangs here.</h2><p role="alert">${reason}</p><a class="button" href="#/">To the board</a></div>`
}

export function readView(board: Board, { posts, isLoading, postProblem }: BoardState, id: string) {
  const post = posts?.find((each) => each.id === id)
  if (!post) {
    if (postProblem === undefined && (isLoading || !posts)) return openingPost
    return noPost(postProblem ?? 'There is no such post any more.')
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
