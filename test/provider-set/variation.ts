import type { Change } from './provider.ts'

/** One way to be right that is not the provider's own: the document does not speak against it. */
export interface Variation {
  readonly name: string
  /** The silence that it fills: a choice by its id, or what surrounds every service, such as `transport`. */
  readonly choice: string
  readonly change: Change
  /** What a client has to send along to be served. */
  readonly headers?: Readonly<Record<string, string>>
  /** Why somebody might call it a fault. */
  readonly arguable?: string
}

type More = Pick<Variation, 'headers' | 'arguable'>
type Variations = Readonly<Record<string, Change | readonly [change: Change, more: More]>>

/**
 * Declares correct providers under the silence that they fill, like the faulty ones of `breaking`.
 *
 * @example
 * varying({ 'create.status': { 'create-200': statusOf('create', 200) } })
 */
export function varying(variations: Readonly<Record<string, Variations>>): readonly Variation[] {
  return Object.entries(variations).flatMap(([choice, named]) =>
    Object.entries(named).map(([name, given]) => {
      const [change, more] = typeof given === 'function' ? [given] : given
      return { name, choice, change, ...more }
    }),
  )
}
