import { html, LitElement, nothing } from 'lit'
import { type KeptView, keepView, loadView, widthRule } from './kept-view.ts'
import { makeRoom } from './page-room.ts'
import type { PanelModel } from './panel-model.ts'
import { frame } from './style/frame.ts'

/** `<posts-understudy-panel>`: a pill in a corner of the page, and the panel that it opens. */
export class PanelElement extends LitElement {
  static override properties = { model: { attribute: false }, view: { state: true } }
  static override styles = frame
  declare model: PanelModel
  /** Whether the page contains only the panel: it is open, and closing it closes the page. */
  declare isWindow: boolean
  declare view: KeptView

  constructor() {
    super()
    this.view = loadView()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.isWindow) this.view = { ...this.view, isOpen: true }
    addEventListener('keydown', this.#onShortcut)
    this.model.start()
    if (this.view.isOpen) void defineDock().then(() => this.requestUpdate())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('keydown', this.#onShortcut)
    this.model.stop()
    makeRoom(undefined, this.view)
  }

  override render() {
    const { model, view, isWindow } = this
    const { isOpen, corner } = view
    return html`<aside aria-label="Posts understudy" class=${isOpen ? `frame dock ${isWindow ? 'alone' : corner.replace('-', ' ')}` : 'frame'} @keydown=${this.#onKey}>
      ${isOpen ? this.#dock() : html`<understudy-pill .model=${model} .view=${view} @show=${this.#onShow}></understudy-pill>`}
    </aside>`
  }

  /** Empty until the element is defined: otherwise Lit would set its model too late. */
  #dock() {
    const { model, view, isWindow } = this
    return customElements.get('understudy-dock')
      ? html`<understudy-dock .model=${model} .view=${view} .isWindow=${isWindow} @show=${this.#onShow}></understudy-dock>`
      : nothing
  }

  protected override updated(changed: Map<string, unknown>): void {
    if (!changed.has('view') || this.isWindow) return
    this.style.setProperty('--width', widthRule(this.view))
    makeRoom(this.view.isOpen ? 'panel' : undefined, this.view)
  }

  #onShow = ({ detail }: CustomEvent<Partial<KeptView>>): void => {
    void this.#show(detail)
  }

  /** The opened panel gets the focus; after closing, the pill. */
  async #show(change: Partial<KeptView>): Promise<void> {
    const { isOpen } = this.view
    if (this.isWindow && change.isOpen === false) return close()
    if (change.isOpen) await defineDock()
    this.view = { ...this.view, ...change }
    if (!this.isWindow) keepView(this.view)
    await this.updateComplete
    if (this.view.isOpen !== isOpen) this.renderRoot.querySelector<HTMLElement>('aside > *')?.focus()
  }

  /** Compares `code`, not `key`: with Alt a keyboard may produce another character. */
  #onShortcut = (event: KeyboardEvent): void => {
    if (!event.altKey || !event.shiftKey || event.code !== 'KeyU') return
    event.preventDefault()
    void this.#show({ isOpen: !this.view.isOpen })
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.view.isOpen) return
    // In a search field, and during the composition of a character, Escape belongs to the browser.
    const { type, value } = event.composedPath()[0] as HTMLInputElement
    if (!event.isComposing && !(type === 'search' && value)) void this.#show({ isOpen: false })
  }
}

async function defineDock(): Promise<void> {
  const dock = await import('./dock-elements.ts')
  dock.defineDock()
}
