import type { Fields } from './provider.ts'

/**
 * Names the post that a step is about: `a` for the post that `create('a')` made, `a+1` for the id one above its id,
 * `#7` for the id 7 itself.
 */
export type Target = string

/** What a write sends: fields, the id of another post as its `id`, a text that is not JSON, or JSON under another name. */
export interface Sent {
  readonly fields: Fields
  readonly idOf?: Target
  readonly raw?: string
  /** The media type that is claimed; application/json where none is given. */
  readonly type?: string
}

/** A move of a client that may change something. */
export type Write =
  | { readonly do: 'create' | 'replace'; readonly post: Target; readonly sent: Sent }
  | { readonly do: 'remove'; readonly post: Target }

/** One move of a client. */
export type Step =
  | Write
  | { readonly do: 'read'; readonly post: Target }
  | { readonly do: 'list' | 'union' }
  | { readonly do: 'together'; readonly steps: readonly Step[] }

/** Creates a post and calls it by a name; its texts are made of the name where none are given. */
export function create(post: Target, fields?: Fields, more?: Omit<Sent, 'fields'>): Step {
  return { do: 'create', post, sent: { fields: fields ?? text(post), ...more } }
}

/** Replaces a post; its new texts are made of its name where none are given. */
export function replace(post: Target, fields?: Fields, more?: Omit<Sent, 'fields'>): Step {
  return { do: 'replace', post, sent: { fields: fields ?? text(`${post} anew`), ...more } }
}

export function remove(post: Target): Step {
  return { do: 'remove', post }
}

export function read(post: Target): Step {
  return { do: 'read', post }
}

export function list(): Step {
  return { do: 'list' }
}

/** Reads the list, and then each post in it: the two must tell the same. */
export function union(): Step {
  return { do: 'union' }
}

/** Sends several requests at once and waits for all. */
export function together(...steps: readonly Step[]): Step {
  return { do: 'together', steps }
}

/** A step for each number from 1 to `count`. */
export function each(count: number, step: (index: number) => Step): Step[] {
  return Array.from({ length: count }, (_, index) => step(index + 1))
}

/** The texts that stand for a name. */
export function text(name: string): { readonly title: string; readonly content: string } {
  return { title: `fleet ${name}`, content: `All that there is to say about ${name}.` }
}
