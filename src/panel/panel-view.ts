import { LitElement, type PropertyDeclarations } from 'lit'
import type { KeptView } from './kept-view.ts'
import type { PanelModel } from './panel-model.ts'

/** A part of the panel: an element that is rendered again after every change of the model. */
export class PanelView extends LitElement {
  static override properties: PropertyDeclarations = { model: { attribute: false } }
  declare model: PanelModel
  /** The scroll positions of its parts, which are lost when the element is removed from the page. */
  readonly #scrolled = new Map<Element, number>()
  #stop = () => {}

  override connectedCallback(): void {
    super.connectedCallback()
    this.#stop = this.model.listen(() => this.requestUpdate())
    if (!this.hasUpdated) this.renderRoot.addEventListener('scroll', this.#onScroll, true)
    else this.requestUpdate()
    for (const [part, top] of this.#scrolled) part.scrollTop = top
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stop()
  }

  #onScroll = ({ target }: Event): void => {
    if (target instanceof Element) this.#scrolled.set(target, target.scrollTop)
  }

  /** Requests a change of the view. */
  protected show(change: Partial<KeptView>): void {
    this.dispatchEvent(new CustomEvent('show', { detail: change }))
  }

  protected focusOn(selector: string): void {
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
  }
}

/** Defines elements by their tags. Skips defined tags: a page may contain two copies of this package. */
export function defineElements(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [tag, element] of Object.entries(elements))
    if (!customElements.get(tag)) customElements.define(tag, element)
}
