import { PanelView } from './panel-view.ts'

/** Shows one item. Emits `leave` at the end. */
export class DetailView extends PanelView {
  override connectedCallback(): void {
    super.connectedCallback()
    this.addEventListener('keydown', this.#onKey)
  }

  protected override firstUpdated(): void {
    this.focusOn(this.renderRoot.querySelector('[name=title]') ? '[name=title]' : 'button')
  }

  protected leave = (): void => {
    this.dispatchEvent(new Event('leave'))
  }

  /** Escape closes only the item, not the panel. */
  #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    this.leave()
  }
}
