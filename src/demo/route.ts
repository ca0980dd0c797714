/** What the page shows, as its address says it. */
export type Route =
  | { readonly at: 'list' }
  | { readonly at: 'new' }
  | { readonly at: 'read' | 'edit'; readonly id: string }

/** Reads the part of the address after the `#`. */
export function readRoute(hash: string): Route {
  if (hash === '#/new') return { at: 'new' }
  const [, id, edit] = /^#\/(-?\d+)(\/edit)?$/.exec(hash) ?? []
  if (id === undefined) return { at: 'list' }
  return { at: edit === undefined ? 'read' : 'edit', id }
}

export function addressOf(id: string): string {
  return `#/${id}`
}
