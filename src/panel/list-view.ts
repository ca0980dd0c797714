import { html, type PropertyDeclarations } from 'lit'
import { PanelView } from './panel-view.ts'

/** A list with a filter; one item can be opened. */
export class ListView<Item> extends PanelView {
  static override properties: PropertyDeclarations = { filter: { state: true }, opened: { state: true } }
  declare filter: string
  /** The open item; null for a new one. */
  declare opened: Item | null | undefined

  constructor() {
    super()
    this.filter = ''
  }

  protected filterField(label: string) {
    return html`<input
      class="wide"
      type="search"
      placeholder=${label}
      aria-label=${label}
      .value=${this.filter}
      @input=${(event: Event) => {
        this.filter = (event.target as HTMLInputElement).value
      }}
    />`
  }

  /** The items whose text contains the filter. */
  protected matching<Each>(items: readonly Each[], textOf: (item: Each) => string): readonly Each[] {
    const words = this.filter.trim().toLowerCase()
    return words === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(words))
  }

  protected open(item: Item | null): void {
    this.opened = item
  }

  /** Closes the open item, and returns the focus to the list. */
  protected leave = async (): Promise<void> => {
    const before = this.opened === null ? '#new' : '[tabindex="0"]'
    this.opened = undefined
    await this.updateComplete
    this.focusOn(before)
  }
}
