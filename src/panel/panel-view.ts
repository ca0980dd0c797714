import { html, nothing, render } from 'lit-html'
import { type Panel, statusOf, type ViewName, viewNames } from './panel.ts'
import { postsView } from './posts-view.ts'
import { requestsView } from './requests-view.ts'
import { settingsView } from './settings-view.ts'
import { panelStyle, sheetWith } from './style.ts'

const views = { posts: postsView, requests: requestsView, settings: settingsView }

/** Shows the panel in a document, as long as that has a window: a page of its own, or a frame in an app. */
export function showPanel(panel: Panel, page: Document): void {
  const { CSSStyleSheet } = page.defaultView as Window & typeof globalThis
  page.adoptedStyleSheets = [sheetWith(panelStyle, CSSStyleSheet)]
  const draw = () => {
    if (page.defaultView) render(panelView(panel, page), page.body)
    else panel.removeEventListener('change', draw)
  }
  panel.addEventListener('change', draw)
  draw()
}

function panelView(panel: Panel, page: Document) {
  const { view, lost, note, client } = panel
  const { words, lamp } = statusOf(panel)
  return html`
    <main>
      <div class="bar top">
        <nav class="bar" aria-label="Views">${viewNames.map((name) => viewButton(panel, name))}</nav>
        <span class="soft bar"><span class="lamp ${lamp}"></span><span>${words}${client.world === undefined ? nothing : ` in world ${client.world}`}</span></span>
        ${page === document || client.pageUrl === undefined ? nothing : html`<a href=${client.pageUrl} target="_blank">New tab</a>`}
      </div>
      <p class="lost" role="alert">${lost}</p>
      ${views[view](panel)}
    </main>
    <footer class=${note?.isError ? 'bar error' : 'bar'}>
      <p class="wide" role=${note?.isError ? 'alert' : 'status'}>${note?.text}</p>
      ${note ? html`<button @click=${() => panel.say(undefined)}>Dismiss</button>` : nothing}
    </footer>
  `
}

function viewButton(panel: Panel, name: ViewName) {
  const count = name === 'settings' ? undefined : panel.state?.[name]
  const show = () => {
    panel.view = name
    panel.filter = ''
    panel.changed()
  }
  return html`<button aria-current=${name === panel.view ? 'page' : 'false'} @click=${show}>${name}${count === undefined ? nothing : html` <span class="data">${count.toLocaleString('en')}</span>`}</button>`
}
