import { html, LitElement, nothing } from 'lit'
import { closeIcon, markIcon, moveIcon } from './icons.ts'
import { type Corner, type KeptView, keepView, loadView, type Tab, tabs } from './kept-view.ts'
import { makeRoom } from './page-room.ts'
import type { PanelModel } from './panel-model.ts'
import { statusOf } from './panel-status.ts'
import { controls } from './style/controls.ts'
import { frame } from './style/frame.ts'

const names: Record<Tab, string> = {
  posts: 'Posts',
  requests: 'Requests',
  scenario: 'Scenario',
  profile: 'Profile',
}

/** `<posts-understudy-panel>`: a pill in a corner of the page, and the panel that it opens. */
export class PanelElement extends LitElement {
  static override properties = { model: { attribute: false }, view: { state: true } }
  static override styles = [controls, frame]
  declare model: PanelModel
  declare view: KeptView
  #stop = () => {}

  constructor() {
    super()
    this.view = loadView()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#stop = this.model.listen(() => this.requestUpdate())
    this.model.start()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stop()
    this.model.stop()
    makeRoom(undefined, this.view.corner)
  }

  override render() {
    const { isOpen, corner } = this.view
    return html`<aside aria-label="Posts understudy" class=${isOpen ? `frame col dock ${corner.replace('-', ' ')}` : 'frame'} @keydown=${this.#onKey}>
      ${
        isOpen
          ? this.#renderPanel()
          : html`<understudy-pill .model=${this.model} .corner=${corner} @open=${this.#open} @move=${this.#onMove}></understudy-pill>`
      }
    </aside>`
  }

  protected override updated(changed: Map<string, unknown>): void {
    const { isOpen, corner } = this.view
    if (changed.has('view')) makeRoom(isOpen ? 'panel' : undefined, corner)
  }

  #renderPanel() {
    const { model } = this
    const { words, lamp } = statusOf(model)
    return html`
      <header class="bar head">
        ${markIcon}
        <h2>Understudy</h2>
        <span class="lamp ${lamp}"></span><span class="soft clip">${words}</span>
        <span class="data soft clip wide place">${model.control.place}</span>
        <button class="icon quiet" aria-label="Move to the other side" @click=${this.#moveOver}>${moveIcon}</button>
        <button class="icon quiet" aria-label="Close" @click=${this.#close}>${closeIcon}</button>
      </header>
      <div class="bar tabs" role="tablist" aria-label="Parts of the panel" @keydown=${this.#onTabKey}>${tabs.map((tab) => this.#renderTab(tab))}</div>
      <div class="lost" role="alert">${model.lost}</div>
      <div class="col" role="tabpanel" id="panel" aria-labelledby=${`tab-${this.view.tab}`}>${this.#renderView()}</div>
      ${this.#renderNote()}
    `
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
      @click=${() => this.#show({ tab })}
    >${names[tab]}${count === undefined ? nothing : html` <span class="data">${count.toLocaleString('en')}</span>`}</button>`
  }

  #renderView() {
    const { model } = this
    switch (this.view.tab) {
      case 'posts':
        return html`<understudy-posts .model=${model}></understudy-posts>`
      case 'requests':
        return html`<understudy-requests .model=${model}></understudy-requests>`
      case 'scenario':
        return html`<understudy-scenario .model=${model}></understudy-scenario>`
      case 'profile':
        return html`<understudy-profile .model=${model}></understudy-profile>`
    }
  }

  #renderNote() {
    const { model } = this
    const { text, isError, isUndoable } = model.message ?? {}
    // What is announced has to be in a place that was there before, so this one is never away.
    return html`<div class="bar ${text === undefined ? 'silent' : isError ? 'note error' : 'note'}">
      <p class="wide" role="status">${isError ? nothing : text}</p>
      <p class="wide" role="alert">${isError ? text : nothing}</p>
      ${isUndoable ? html`<button @click=${() => this.#leaveNote(model.undo())}>Undo</button>` : nothing}
      ${text === undefined ? nothing : html`<button class="icon quiet" aria-label="Dismiss" @click=${() => this.#leaveNote(model.say(undefined))}>${closeIcon}</button>`}
    </div>`
  }

  #show(change: Partial<KeptView>): void {
    this.view = { ...this.view, ...change }
    keepView(this.view)
  }

  #open = async (): Promise<void> => {
    this.#show({ isOpen: true })
    await this.updateComplete
    this.#focus('[aria-selected=true]')
  }

  #close = async (): Promise<void> => {
    this.#show({ isOpen: false })
    await this.updateComplete
    this.#focus('understudy-pill')
  }

  #focus(selector: string): void {
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
  }

  /** The buttons of the note go with it, and the focus may not. */
  #leaveNote(_done: unknown): void {
    this.#focus('[aria-selected=true]')
  }

  #onMove = ({ detail }: CustomEvent<Corner>): void => {
    this.#show({ corner: detail })
  }

  /** On a wide page the panel stands at a side, on a narrow one at the top or the bottom. */
  #moveOver = (): void => {
    const [block, inline] = this.view.corner.split('-')
    const corner = matchMedia('(min-width: 720px)').matches
      ? `${block}-${inline === 'left' ? 'right' : 'left'}`
      : `${block === 'top' ? 'bottom' : 'top'}-${inline}`
    this.#show({ corner: corner as Corner })
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.view.isOpen) return
    // In a field to search by, and while somebody composes a character, the key is the browser's.
    const { type, value } = event.composedPath()[0] as HTMLInputElement
    if (!event.isComposing && !(type === 'search' && value)) void this.#close()
  }

  #onTabKey = async (event: KeyboardEvent): Promise<void> => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const tab = tabs[(tabs.indexOf(this.view.tab) + (step ?? 0) + tabs.length) % tabs.length]
    if (step === undefined || !tab) return
    this.#show({ tab })
    this.#focus(`#tab-${tab}`)
  }
}
