import { html, nothing, render } from 'lit-html'
import { keyed } from 'lit-html/directives/keyed.js'
import { look } from '../../contracts/look.ts'
import { deletePost, listPosts, type Post, readPost, savePost } from './service.ts'

interface State {
  /** Undefined until the service gave them. */
  readonly posts?: readonly Post[]
  /** The post in the form; without an id a new one. */
  readonly open?: Partial<Post> | undefined
  readonly problem?: string | undefined
  /** What was done last. */
  readonly notice?: string
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(look)
document.adoptedStyleSheets = [sheet]

let state: State = {}

addEventListener('hashchange', route)
// The posts were changed from outside; a page without a mock never hears this.
addEventListener('posts-understudy:change', load)
await Promise.all([load(), route()])

function change(part: State): void {
  state = { ...state, ...part }
  draw()
}

/** Runs a task, and says why it failed. */
async function attempt(task: () => Promise<void>): Promise<void> {
  change({ problem: undefined })
  try {
    await task()
  } catch (error) {
    change({ problem: (error as Error).message })
  }
}

function load(): Promise<void> {
  return attempt(async () => change({ posts: await listPosts() }))
}

/** Shows what the address says: `#/new`, `#/7`, or the list alone. */
async function route(): Promise<void> {
  const { hash } = location
  const id = hash.slice(2)
  change({ open: id === 'new' ? {} : undefined, problem: undefined })
  if (!/^-?\d+$/.test(id)) return
  await attempt(async () => {
    const open = await readPost(id)
    if (location.hash === hash) change({ open })
  })
}

function save(event: SubmitEvent, id: string | undefined): void {
  event.preventDefault()
  const given = new FormData(event.target as HTMLFormElement)
  const fields = { title: `${given.get('title')}`, content: `${given.get('content')}` }
  void attempt(async () => {
    const saved = await savePost(id, fields)
    change({ notice: id === undefined ? 'Posted.' : 'Saved.', posts: await listPosts() })
    location.hash = `#/${saved ?? ''}`
  })
}

function remove(id: string): void {
  if (!confirm('Delete this post?')) return
  void attempt(async () => {
    await deletePost(id)
    location.hash = '#/'
    change({ notice: 'Deleted.', posts: await listPosts() })
  })
}

function draw(): void {
  const { open, posts, notice, problem } = state
  const retry = html`<button @click=${() => Promise.all([load(), route()])}>Try again</button>`
  render(
    html`
      <header class="bar">
        <div><h1><a href="#/">Posts</a></h1><p class="soft">An example front end: it knows the five operations of the posts API, and no mock.</p></div>
        <p role="status" class="good">${notice}</p>
        <a class="button primary" href="#/new">New post</a>
      </header>
      <div role="alert" class="bar">${problem === undefined ? nothing : html`<p>${problem}</p>${open && posts ? nothing : retry}`}</div>
      <main>
        <nav class="card" aria-label="Posts">${list()}</nav>
        ${open ? keyed(open.id, form(open)) : nothing}
      </main>
    `,
    document.body,
  )
}

function list() {
  const { posts, open, problem } = state
  if (!posts)
    return html`<p class="empty">${problem === undefined ? 'Loading the posts…' : 'The posts are not here yet.'}</p>`
  if (posts.length === 0)
    return html`<p class="empty">There are no posts. <a href="#/new">Write the first post.</a></p>`
  return html`<ol class="rows">${posts.map(
    ({ id, title, content }) =>
      html`<li><a href="#/${id}" aria-current=${id === open?.id ? 'page' : 'false'}>
        <b class="clip" dir="auto">${title.trim() || 'Untitled'}</b><span class="clip soft" dir="auto">${content.slice(0, 160)}</span>
      </a></li>`,
  )}</ol>`
}

function form({ id, title = '', content = '' }: Partial<Post>) {
  return html`<form class="card stack" @submit=${(event: SubmitEvent) => save(event, id)}>
    <a href="#/">← All posts</a>
    <h2>${id === undefined ? 'A new post' : `No. ${id}`}</h2>
    <label>Title <input name="title" dir="auto" autocomplete="off" .defaultValue=${title} /></label>
    <label>Text <textarea name="content" dir="auto" rows="14" .defaultValue=${content}></textarea></label>
    <footer class="bar">
      <button class="primary">${id === undefined ? 'Post it' : 'Save'}</button>
      ${id === undefined ? nothing : html`<button type="button" @click=${() => remove(id)}>Delete</button>`}
    </footer>
  </form>`
}
