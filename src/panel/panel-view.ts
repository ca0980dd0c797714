import { html, nothing, render } from 'lit-html'
import { type Panel, statusOf, viewNames } from './panel.ts'
import { postsView } from './posts-view.ts'
import { requestsView } from './requests-view.ts'
import { settingsView } from './settings-view.ts'
import { sheetFor } from './style.ts'

const views = { posts: postsView, requests: requestsView, settings: settingsView }

/**
 * Shows the panel in a document: a page of its own, or a frame in an app.
 * @returns a function that stops.
 */
export function showPanel(panel: Panel, page: Document): () => void {
  page.adoptedStyleSheets = [sheetFor(page)]
  const draw = () => render(panelView(panel, page), page.body)
  draw()
  return panel.listen(draw)
}

function panelView(panel: Panel, page: Document) {
  const { view, lost, source } = panel
  const { words, lamp } = statusOf(panel)
  return html`
    <main>
      <div class="bar top">
        <nav class="bar" aria-label="Views">${viewNames.map(
          (name) =>
            html`<button aria-current=${name === view ? 'page' : 'false'} @click=${() => show(panel, name)}>${name}${countOf(panel, name)}</button>`,
        )}</nav>
        <span class="soft status"><span class="lamp ${lamp}"></span><span>${words}${source.world === undefined ? nothing : ` in world ${source.world}`}</span></span>
        ${page === document || source.pageUrl === undefined ? nothing : html`<a href=${source.pageUrl} target="_blank">New tab</a>`}
      </div>
      <p class="lost" role="alert">${lost}</p>
      ${views[view](panel)}
    </main>
    ${noteView(panel)}
  `
}

function show(panel: Panel, name: (typeof viewNames)[number]): void {
  panel.view = name
  panel.changed()
}

function countOf({ state }: Panel, name: (typeof viewNames)[number]) {
  const count = name === 'settings' ? undefined : state?.[name]
  return count === undefined ? nothing : html` <span class="data">${count.toLocaleString('en')}</span>`
}

/** Screen readers announce changes only in an element that already exists, so this one is always present. */
function noteView(panel: Panel) {
  const { note, state } = panel
  const { text, isError = false, before } = note ?? {}
  const undo = () => {
    if (before)
      void panel.act(
        () => panel.call('PUT', 'snapshot', before.snapshot),
        'The posts are as they were before.',
      )
  }
  return html`<footer class="bar ${text === undefined ? 'silent' : isError ? 'error' : 'note'}">
    <p role="status">${isError ? nothing : text}</p>
    <p role="alert">${isError ? text : nothing}</p>
    ${before && before.version === state?.version ? html`<button @click=${undo}>Undo</button>` : nothing}
    ${text === undefined ? nothing : html`<button @click=${() => panel.say(undefined)}>Dismiss</button>`}
  </footer>`
}
