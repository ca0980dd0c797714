import type { Change } from './provider.ts'

/** What the document leaves open: a choice of design.md by its id, or what surrounds every service. */
export type Silence =
  | 'create.status'
  | 'create.body'
  | 'create.location'
  | 'replace.status'
  | 'replace.body'
  | 'replace.missing'
  | 'delete.status'
  | 'delete.body'
  | 'delete.missing'
  | 'input.required'
  | 'input.unknown-fields'
  | 'input.client-id'
  | 'input.invalid-status'
  | 'input.malformed-status'
  | 'input.media-type'
  | 'input.max-length'
  | 'text.kept'
  | 'id.malformed'
  | 'id.assignment'
  | 'error.body'
  | 'list.order'
  | 'unusual requests'
  | 'post.extra-fields'
  | 'method.other'
  | 'transport'
  | 'time'
  | 'strangers'
  | 'access'
  | 'several'

/** One way to be right that is not the provider's own: the document does not speak against it. */
export interface Variation {
  readonly name: string
  /** The silence that it fills. */
  readonly choice: Silence
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
  choice: Silence,
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
