import { html, nothing, render } from 'lit-html'
import { answerIn, answersView, inWords, isChanged } from './answers-view.ts'
import { apiView } from './api-view.ts'
import { faultsView } from './faults-view.ts'
import { type Panel, statusOf, type ViewName } from './panel.ts'
import { postsView } from './posts-view.ts'
import { requestsView } from './requests-view.ts'
import { startView } from './start-view.ts'
import { panelStyle, sheetWith } from './style.ts'

/** The tabs, in their order; the first one is for a page of its own. */
const tabs: readonly { name: ViewName; title: string; view: (panel: Panel) => unknown }[] = [
  { name: 'start', title: 'Start', view: startView },
  { name: 'posts', title: 'Posts', view: postsView },
  { name: 'requests', title: 'Requests', view: requestsView },
  { name: 'answers', title: 'Answers', view: answersView },
  { name: 'faults', title: 'Faults', view: faultsView },
  { name: 'api', title: 'API', view: apiView },
]

/** Shows the panel in a document, as long as that has a window: a page of its own, or a frame in an app. */
export function showPanel(panel: Panel, page: Document): void {
  const { CSSStyleSheet } = page.defaultView as Window & typeof globalThis
  page.adoptedStyleSheets = [sheetWith(panelStyle, CSSStyleSheet)]
  page.body.replaceChildren()
  const draw = () => {
    if (page.defaultView) render(panelView(panel, page), page.body)
    else panel.removeEventListener('change', draw)
  }
  panel.addEventListener('change', draw)
  draw()
}

function panelView(panel: Panel, page: Document) {
  const { lost, note, client, state } = panel
  const { words, tone } = statusOf(panel)
  const isPage = page === document
  const reset = () => {
    if (confirm('Reset posts, profile, faults and requests?'))
      void panel.act(() => panel.call('POST', 'reset'), 'All is as at the start.')
  }
  return html`
    <header class="bar">
      <h1>posts-understudy</h1>
      <span class="badge ${tone}"><span class="lamp ${tone}"></span> ${words}${client.world === undefined ? nothing : ` in world ${client.world}`}</span>
      ${client.isInPage ? nothing : html`<span class="address"><code class="clip">${client.postsUrl}/posts</code><button @click=${() => panel.copy(`${client.postsUrl}/posts`)}>Copy</button></span>`}
      <div class="chips">${changes(panel)}</div>
      <button ?disabled=${!state} @click=${reset}>Reset</button>
      ${isPage || client.pageUrl === undefined ? nothing : html`<a href=${client.pageUrl} target="_blank">New tab</a>`}
    </header>
    <nav aria-label="Views">${tabs
      .slice(isPage ? 0 : 1)
      .map(
        ({ name, title }) =>
          html`<button aria-current=${name === panel.view ? 'page' : 'false'} @click=${() => panel.show(name)}>${title}${countOf(panel, name)}</button>`,
      )}</nav>
    <p class="lost" role="alert">${lost}</p>
    <main>${tabs.find(({ name }) => name === panel.view)?.view(panel)}</main>
    <footer class=${note?.isError ? 'bar error' : 'bar'}>
      <p class="wide" role=${note?.isError ? 'alert' : 'status'}>${note?.text}</p>
      ${note ? html`<button @click=${() => panel.say(undefined)}>Dismiss</button>` : nothing}
    </footer>
  `
}

/** How many posts or requests there are, as long as that is known. */
function countOf({ state, lost }: Panel, name: ViewName) {
  if (!state || lost !== undefined || (name !== 'posts' && name !== 'requests')) return nothing
  return html` <span class="mono">${state[name].toLocaleString('en')}</span>`
}

/** A chip for the faults and one for each changed answer, which take them back. */
function changes(panel: Panel) {
  const { state, reference } = panel
  if (!state || !reference) return nothing
  const mode = reference.scenarios.find(({ id }) => id === state.scenario)
  const changed = reference.choices.filter(({ id }) => isChanged(state, id))
  const chips = changed.map(({ id }) => ({
    text: `${id} ${inWords(answerIn(state.profile, id))}`,
    undo: () => panel.call('PATCH', 'profile', { [id]: state.initialProfile[id] }),
  }))
  if (mode?.id !== 'normal')
    chips.unshift({ text: mode?.name ?? 'Faults of your own', undo: () => panel.call('DELETE', 'faults') })
  if (chips.length === 0) return html`<span class="small">Nothing is changed.</span>`
  const undoAll = () =>
    panel.act(async () => {
      await panel.call('DELETE', 'faults')
      await panel.call('DELETE', 'profile')
    })
  return html`${chips.length > 1 ? html`<button class="chip" @click=${undoAll}>Undo all</button>` : nothing}${chips.map(
    ({ text, undo }) =>
      html`<button class="chip" aria-label="Undo ${text}" @click=${() => panel.act(undo)}>${text} ×</button>`,
  )}`
}
