import { html, render } from 'lit-html'
import { Board, type BoardState } from './board.ts'
import { baseOfPage, PostsService } from './service.ts'
import { deleteDialog, listView, readView, titleOf, writeView } from './views.ts'

const root = document.getElementById('app') as HTMLElement
let shownRoute: string | undefined

const board = new Board(new PostsService(baseOfPage()), draw)
await board.start()

function draw(state: BoardState): void {
  const { route, posts, notice, doomed, isLoading } = state
  document.title = titleOfPage(state)
  render(
    html`
      <header class="masthead">
        <h1 class="brand"><a href="#/">Callboard</a></h1>
        <p class="notice" role="status">${notice}</p>
        <a class="button" href="#/new">New post</a>
      </header>
      <main class="board ${route.at === 'list' ? 'at-list' : 'at-post'}" aria-busy=${isLoading}>
        <nav class="list" aria-label="Posts">
          <h2>All posts <span class="number">${posts?.length.toLocaleString('en')}</span></h2>
          ${listView(board, state)}
        </nav>
        <section class="pane" aria-label="Post">${paneOf(state)}</section>
      </main>
      ${deleteDialog(board, doomed)}
    `,
    root,
  )
  root.querySelector<HTMLDialogElement>('dialog:not([open])')?.showModal()
  moveFocus(state)
}

function paneOf(state: BoardState) {
  const { route, posts } = state
  switch (route.at) {
    case 'new':
      return writeView(board, state)
    case 'edit':
      return writeView(board, state, route.id)
    case 'read':
      return readView(board, state, route.id)
    case 'list':
      return posts && posts.length > 0 ? html`<p class="hint">Pick a post to read it.</p>` : ''
  }
}

/** Who follows a link lands at the heading of what it leads to, once that is there; the post is in view in the list. */
function moveFocus({ route }: BoardState): void {
  const heading = root.querySelector<HTMLElement>('.pane h2')
  const current = JSON.stringify(route)
  if (current === shownRoute || (!heading && route.at !== 'list')) return
  const isFirst = shownRoute === undefined
  shownRoute = current
  root.querySelector('.posts [aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  if (!isFirst) (heading ?? root.querySelector<HTMLElement>('.brand a'))?.focus()
}

function titleOfPage({ route, posts }: BoardState): string {
  if (route.at === 'new') return 'New post · Callboard'
  const post = 'id' in route && posts?.find(({ id }) => id === route.id)
  return post ? `${titleOf(post)} · Callboard` : 'Callboard'
}
