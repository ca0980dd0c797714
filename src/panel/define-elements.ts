/** Defines elements by their tags. Skips defined tags: a page may contain two copies of this package. */
export function defineElements(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [tag, element] of Object.entries(elements))
    if (!customElements.get(tag)) customElements.define(tag, element)
}
