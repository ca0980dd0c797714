import { css, html, LitElement, nothing } from 'lit'
import { type KeptView, keepView, loadView } from './kept-view.ts'
import type { PanelModel } from './panel-model.ts'

/*
 * The styles of the page must not apply here: `all: initial` resets them, and important rules of a shadow tree win over those
 * of the page. It does not reset custom properties, so all that are used are set here.
 */

/** The colours, and the position of the panel. */
const frame = css`
  :host { all: initial !important; direction: ltr !important; }
  .frame {
    color-scheme: light dark;
    --paper: light-dark(#fff, #191917);
    --sunk: light-dark(#f3f3f0, #252522);
    --ink: light-dark(#191917, #f2f1ea);
    --soft: light-dark(#5f5f58, #a9a89c);
    --line: light-dark(#e3e3dd, #34342f);
    --edge: light-dark(#8d8d85, #75746b);
    --mark: #ffe24a;
    --good: light-dark(#0b7443, #62d69e);
    --warn: light-dark(#8a5200, #f3b950);
    --bad: light-dark(#bb1e2c, #ff8d88);
    --focus: light-dark(#1b5fd1, #7fb2ff);
    --mono: ui-monospace, Menlo, Consolas, monospace;
    color: var(--ink);
    font: 13px/1.45 system-ui, sans-serif;
  }
  .dock {
    display: flex;
    flex-direction: column;
    position: fixed;
    z-index: 2147483000;
    inset: 0;
    background: var(--paper);
    box-shadow: 0 0 0 1px var(--line);
  }
  @media (min-width: 720px) {
    .dock { left: auto; width: 420px; }
    .alone { left: 0; width: auto; }
  }
  @media (max-width: 719px) {
    .dock { height: max(62dvh, min(100dvh, 360px)); }
    .dock { top: auto; }
    .alone { top: 0; height: auto; }
  }
`

/** `<posts-understudy-panel>`: a pill in the bottom right corner of the page, and the panel that it opens, over the page. */
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
  }

  override render() {
    const { model, view, isWindow } = this
    const { isOpen } = view
    return html`<aside aria-label="Posts understudy" class=${isOpen ? `frame dock ${isWindow ? 'alone' : ''}` : 'frame'} @keydown=${this.#onKey}>
      ${isOpen ? this.#dock() : html`<understudy-pill .model=${model} @show=${this.#onShow}></understudy-pill>`}
    </aside>`
  }

  /** Empty until the element is defined: otherwise Lit would set its model too late. */
  #dock() {
    const { model, view, isWindow } = this
    return customElements.get('understudy-dock')
      ? html`<understudy-dock .model=${model} .view=${view} .isWindow=${isWindow} @show=${this.#onShow}></understudy-dock>`
      : nothing
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
  const dock = await import('./dock.ts')
  dock.defineDock()
}
