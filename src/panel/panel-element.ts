import { html, LitElement, nothing } from 'lit'
import { closeIcon, markIcon, moveIcon } from './icons.ts'
import { type Corner, corners, type KeptView, keepView, loadView, type Tab, tabs } from './kept-view.ts'
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
    makeRoom(undefined)
  }

  override render() {
    const { isOpen, corner } = this.view
    makeRoom(isOpen ? corner : undefined)
    return isOpen ? this.#renderDock(corner) : this.#renderPill(corner)
  }

  #renderPill(corner: Corner) {
    const { words, lamp } = statusOf(this.model)
    const count = this.model.state?.posts
    const posts = count === undefined ? '' : `${count.toLocaleString('en')} ${count === 1 ? 'post' : 'posts'}`
    return html`<aside aria-label="Posts understudy"><button
      class="frame pill ${corner.replace('-', ' ')}"
      aria-expanded="false"
      aria-label="Open the posts understudy: ${words}${posts && `, ${posts}`}"
      @click=${() => this.#show({ isOpen: true })}
    >${markIcon}<span class="lamp ${lamp}"></span>${posts || 'posts'}</button></aside>`
  }

  #renderDock(corner: Corner) {
    const { model } = this
    const { words, lamp } = statusOf(model)
    return html`<aside class="frame dock ${corner.replace('-', ' ')}" aria-label="Posts understudy" @keydown=${this.#onKey}>
      <header>
        ${markIcon}
        <div class="where">
          <h2>Understudy</h2>
          <span class="status"><span class="lamp ${lamp}"></span>${words}</span>
          <span class="data soft clip" title=${model.control.place}>${model.control.place}</span>
        </div>
        <button class="icon quiet" aria-label="Move to another corner" @click=${this.#move}>${moveIcon}</button>
        <button class="icon quiet" aria-label="Close" @click=${this.#close}>${closeIcon}</button>
      </header>
      <div role="tablist" aria-label="Parts of the panel" @keydown=${this.#onTabKey}>${tabs.map((tab) => this.#renderTab(tab))}</div>
      <div class="lost" role="alert" ?hidden=${model.lost === undefined}>${model.lost}</div>
      <div role="tabpanel" id="panel" aria-labelledby=${`tab-${this.view.tab}`}>${this.#renderView()}</div>
      ${this.#renderNote()}
    </aside>`
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
    >${names[tab]}${count === undefined ? nothing : html`<span class="count">${count.toLocaleString('en')}</span>`}</button>`
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
    const { message } = this.model
    return html`<div class="note ${message?.isError ? 'error' : ''}" ?hidden=${!message}>
      <p role=${message?.isError ? 'alert' : 'status'}>${message?.text}</p>
      ${message?.isUndoable ? html`<button @click=${() => this.model.undo()}>Undo</button>` : nothing}
      <button class="icon quiet" aria-label="Dismiss" @click=${() => this.model.say(undefined)}>${closeIcon}</button>
    </div>`
  }

  #show(change: Partial<KeptView>): void {
    this.view = { ...this.view, ...change }
    keepView(this.view)
  }

  #close = async (): Promise<void> => {
    this.#show({ isOpen: false })
    await this.updateComplete
    this.renderRoot.querySelector('button')?.focus()
  }

  #move = (): void => {
    const next = corners[(corners.indexOf(this.view.corner) + 1) % corners.length]
    if (next) this.#show({ corner: next })
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') void this.#close()
  }

  #onTabKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const tab = tabs[(tabs.indexOf(this.view.tab) + step + tabs.length) % tabs.length]
    if (!tab) return
    this.#show({ tab })
    this.renderRoot.querySelector<HTMLElement>(`#tab-${tab}`)?.focus()
  }
}
