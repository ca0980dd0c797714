/** Defines elements by their tags; a tag that is defined stays what it is, as a page may hold two copies of this package. */
export function defineElements(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [tag, element] of Object.entries(elements))
    if (!customElements.get(tag)) customElements.define(tag, element)
}
