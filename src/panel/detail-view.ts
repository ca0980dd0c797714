import { PanelView } from './panel-view.ts'

/** One item in full. Tells with a `leave` event that it is done with. */
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

  /** Escape closes what is open last: the item, not yet the panel. */
  #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    this.leave()
  }
}
