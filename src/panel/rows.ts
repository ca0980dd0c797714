import { html, LitElement, render, type TemplateResult } from 'lit'

/** The height of every row in pixels; it is fixed, so that only the visible rows need to be rendered. */
const height = 50
/** How many rows are rendered above and below the visible ones. */
const margin = 6

/**
 * A list that renders only the visible rows. It is one stop for the Tab key; the arrow keys move from row to row. It has no
 * shadow tree, so that the styles of its parent apply to the rows.
 */
export class Rows<Item = unknown> extends LitElement {
  static override properties = {
    items: { attribute: false },
    keyOf: { attribute: false },
    row: { attribute: false },
    label: {},
    top: { state: true },
    tall: { state: true },
  }
  declare items: readonly Item[]
  /** The identity of an item. */
  declare keyOf: (item: Item) => unknown
  /** Renders an item; the arrow keys focus its first button. */
  declare row: (item: Item) => TemplateResult
  declare label: string
  declare top: number
  declare tall: number
  #active = { key: undefined as unknown, index: 0 }
  #hadFocus = false
  #drawn = new Map<unknown, HTMLLIElement>()
  readonly #sizes = new ResizeObserver(() => {
    this.tall = this.clientHeight
  })

  constructor() {
    super()
    this.top = 0
    this.tall = 0
    this.addEventListener('scroll', () => {
      this.top = this.scrollTop
    })
    this.addEventListener('focusin', (event) => this.#activate(this.#indexOf(event.target as Element)))
    this.addEventListener('keydown', (event) => this.#onKey(event))
  }

  override createRenderRoot(): this {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#sizes.observe(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#sizes.disconnect()
  }

  /** Focuses the active row. */
  focusRow(): void {
    this.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    const { items, keyOf } = this
    this.#hadFocus = this.#focused() !== undefined
    const before = changed.get('items') as readonly Item[] | undefined
    if (!before) return
    const at = items.findIndex((item) => keyOf(item) === this.#active.key)
    this.#activate(at < 0 ? Math.min(this.#active.index, items.length - 1) : at)
    if (this.scrollTop === 0) return
    // Keeps the visible rows in place when rows are added above them.
    const first = before[Math.floor(this.scrollTop / height)]
    const now = first ? items.findIndex((item) => keyOf(item) === keyOf(first)) : -1
    if (now >= 0) this.scrollTop = this.top = now * height + (this.scrollTop % height)
  }

  override render() {
    return html`<ul role="list" aria-label=${this.label} .style=${`height:${this.items.length * height}px`}></ul>`
  }

  protected override updated(): void {
    const list = this.querySelector('ul') as HTMLElement
    const { items, keyOf, row } = this
    const drawn = new Map<unknown, HTMLLIElement>()
    for (const [place, index] of this.#shown().entries()) {
      const item = items[index] as Item
      const element = this.#drawn.get(keyOf(item)) ?? document.createElement('li')
      drawn.set(keyOf(item), element)
      // An existing row is never moved, so that it keeps the focus.
      if (list.children[place] !== element) list.insertBefore(element, list.children[place] ?? null)
      element.style.cssText = `top:${index * height}px;height:${height}px`
      element.ariaPosInSet = `${index + 1}`
      element.ariaSetSize = `${items.length}`
      render(row(item), element)
      const tabIndex = index === this.#active.index ? 0 : -1
      for (const button of element.querySelectorAll('button')) button.tabIndex = tabIndex
    }
    for (const [key, element] of this.#drawn) if (!drawn.has(key)) element.remove()
    this.#drawn = drawn
    if (this.#hadFocus && !this.#focused()) this.focusRow()
  }

  /** The indices of the rows to render, and of the active row, so that it keeps the focus. */
  #shown(): number[] {
    const { length } = this.items
    const first = Math.max(0, Math.floor(this.top / height) - margin)
    const end = Math.min(length, Math.ceil((this.top + this.tall) / height) + margin)
    const shown = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
    const { index: active } = this.#active
    if (active < first) shown.unshift(active)
    else if (active >= end && active < length) shown.push(active)
    return shown
  }

  #focused(): Element | undefined {
    const { activeElement } = this.getRootNode() as ShadowRoot
    return activeElement && this.contains(activeElement) ? activeElement : undefined
  }

  #indexOf(element: Element): number {
    return Number(element.closest('li')?.ariaPosInSet ?? 1) - 1
  }

  #activate(index: number): void {
    const item = this.items[index]
    this.#active = { key: item && this.keyOf(item), index: Math.max(0, index) }
    this.requestUpdate()
  }

  #onKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      Home: -this.items.length,
      End: this.items.length,
    }
    const step = steps[event.key]
    if (step === undefined || this.items.length === 0) return
    event.preventDefault()
    this.#activate(Math.min(Math.max(0, this.#active.index + step), this.items.length - 1))
    void this.updateComplete.then(() => this.focusRow())
  }
}
