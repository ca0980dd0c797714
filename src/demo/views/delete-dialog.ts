import { html } from 'lit'
import type { Board } from '../board.ts'
import type { Post } from '../post.ts'
import { titleOf } from './list-view.ts'

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
