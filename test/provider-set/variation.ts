import type { Change } from './provider.ts'

/** One way to be right that is not the provider's own: the document does not speak against it. */
export interface Variation {
  readonly name: string
  /** The silence that it fills: a choice by its id, or what surrounds every service, such as `transport`. */
  readonly choice: string
  readonly about: string
  readonly change: Change
  /** What a client has to send along to be served. */
  readonly headers?: Readonly<Record<string, string>>
  /** Why somebody might call it a fault. */
  readonly arguable?: string
}

type More = Pick<Variation, 'headers' | 'arguable'>

/**
 * Declares variations that fill one silence, by their names.
 *
 * @example
 * varying('create.status', { 'create-200': ['A create answers 200.', statusOf('create', 200)] })
 */
export function varying(
  choice: string,
  variations: Readonly<Record<string, readonly [about: string, change: Change, more?: More]>>,
): readonly Variation[] {
  return Object.entries(variations).map(([name, [about, change, more]]) => ({
    name,
    choice,
    about,
    change,
    ...more,
  }))
}
