import { css, html, nothing } from 'lit'
import { FailNext } from './fail-next.ts'
import { closeIcon, markIcon, windowIcon } from './icons.ts'
import { type KeptView, type Tab, tabs } from './kept-view.ts'
import { statusOf } from './panel-status.ts'
import { defineElements, PanelView } from './panel-view.ts'
import { PostForm } from './post-form.ts'
import { PostsTab } from './posts-tab.ts'
import { ProfileTab } from './profile-tab.ts'
import { RequestDetails } from './request-details.ts'
import { RequestsTab } from './requests-tab.ts'
import { Rows } from './rows.ts'
import { ScenarioTab } from './scenario-tab.ts'
import { controls } from './style/controls.ts'

/**
 * The open panel: header, tabs, the selected tab, and a message at the bottom. Emits `show` with changes of the
 * view.
 */
export class Dock extends PanelView {
  static override properties = { view: { attribute: false }, isWindow: { attribute: false } }
  static override styles = [
    controls,
    css`
      @media (max-width: 399px) { .place { visibility: hidden; } }
      .bar h2 { font-size: 14px; }
      .head { padding: 12px 10px 4px 14px; gap: 9px; }
      .tabs { gap: 2px; padding: 0 8px; border-bottom: 1px solid var(--line); overflow-x: auto; }
      .tabs button { position: relative; isolation: isolate; border: 0; background: none; padding: 8px; color: var(--soft); text-transform: capitalize; }
      .tabs button:focus-visible { outline-offset: -2px; }
      .tabs [aria-selected='true'] { color: #191917; font-weight: 600; }
      [aria-selected='true']::before {
        content: '';
        position: absolute;
        z-index: -1;
        inset: 5px 2px;
        background: var(--mark);
        border-radius: 3px 9px 5px 8px;
        transform: skewX(-5deg);
      }
      [role='tab'] .data { font-weight: 400; }
      .note { border-top: 1px solid var(--line); align-items: start; }
      .note p { padding-block: 4px; overflow-wrap: anywhere; }
      .silent, .wide:empty { padding: 0; flex: none; }
      .error { --focus: var(--paper); background: var(--bad); color: var(--paper); }
      .error button:hover { border-color: currentColor; background: none; }
      .lost:not(:empty) { padding: 8px 14px; background: var(--mark); color: #191917; overflow-wrap: anywhere; }
    `,
  ]
  declare view: KeptView
  declare isWindow: boolean
  /** The tabs that were opened: each keeps its state. */
  readonly #visited = new Map<Tab, PanelView>()

  override focus(): void {
    this.focusOn('[aria-selected=true]')
  }

  override render() {
    const { model, view } = this
    const { words, lamp } = statusOf(model)
    return html`
      <header class="bar head">
        ${markIcon}
        <h2>Understudy</h2>
        <span class="lamp ${lamp}"></span><span class="soft clip">${words}</span>
        <span class="data soft clip wide place">${model.control.place}</span>
        ${this.isWindow ? nothing : this.#renderWindow()}
        <button class="icon quiet" aria-label="Close" title="Close (Alt+Shift+U)" @click=${() => this.show({ isOpen: false })}>${closeIcon}</button>
      </header>
      <div class="bar tabs" role="tablist" aria-label="Parts of the panel" @keydown=${this.#onTabKey}>${tabs.map((tab) => this.#renderTab(tab))}</div>
      <div class="lost" role="alert">${model.lost}</div>
      <div class="col" role="tabpanel" id="panel" aria-labelledby=${`tab-${view.tab}`}>${this.#viewOf(view.tab)}</div>
      ${this.#renderNote()}
    `
  }

  #renderWindow() {
    return this.model.control.windowUrl === undefined
      ? nothing
      : html`<button class="icon quiet" aria-label="Open in a separate window" title="A separate window: dialogs of the page do not block it" @click=${this.#openWindow}>${windowIcon}</button>`
  }

  #openWindow = (): void => {
    open(this.model.control.windowUrl, 'posts-understudy', 'popup,width=480,height=800')
    this.show({ isOpen: false })
  }

  #renderTab(tab: Tab) {
    const isSelected = tab === this.view.tab
    const { state } = this.model
    const count = tab === 'posts' ? state?.posts : undefined
    return html`<button
      role="tab"
      id=${`tab-${tab}`}
      aria-selected=${isSelected}
      aria-controls="panel"
      tabindex=${isSelected ? 0 : -1}
      @click=${() => this.show({ tab })}
    >${tab} ${count === undefined ? nothing : html`<span class="data">${count.toLocaleString('en')}</span>`}</button>`
  }

  #viewOf(tab: Tab): PanelView {
    const known = this.#visited.get(tab)
    if (known) return known
    const made = document.createElement(`understudy-${tab}`) as PanelView
    made.model = this.model
    this.#visited.set(tab, made)
    return made
  }

  #renderNote() {
    const { model } = this
    const { text, isError, isUndoable } = model.message ?? {}
    // Screen readers announce changes only in an element that already exists, so this one is always present.
    return html`<div class="bar ${text === undefined ? 'silent' : isError ? 'note error' : 'note'}">
      <p class="wide" role="status">${isError ? nothing : text}</p>
      <p class="wide" role="alert">${isError ? text : nothing}</p>
      ${isUndoable ? html`<button @click=${() => this.#leaveNote(model.undo())}>Undo</button>` : nothing}
      ${text === undefined ? nothing : html`<button class="icon quiet" aria-label="Dismiss" @click=${() => this.#leaveNote(model.say(undefined))}>${closeIcon}</button>`}
    </div>`
  }

  /** The focused button is removed with the note. */
  #leaveNote(_done: unknown): void {
    this.focus()
  }

  #onTabKey = (event: KeyboardEvent): void => {
    const at = tabs.indexOf(this.view.tab)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const tab = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!tab) return
    event.preventDefault()
    this.show({ tab })
    this.focusOn(`#tab-${tab}`)
  }
}

/** Defines the open panel and all its parts. */
export function defineDock(): void {
  defineElements({
    'understudy-dock': Dock,
    'understudy-rows': Rows,
    'understudy-posts': PostsTab,
    'understudy-post-form': PostForm,
    'understudy-requests': RequestsTab,
    'understudy-request': RequestDetails,
    'understudy-scenario': ScenarioTab,
    'understudy-fail-next': FailNext,
    'understudy-profile': ProfileTab,
  })
}
