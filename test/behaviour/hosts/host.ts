import type { Profile } from '../../../handlers/choices/profile.ts'
import type { Need, Reply, Step } from '../case.ts'

/** A mock behind one way of reaching it, holding the three posts of a case. */
export interface Adapter {
  readonly profile: Profile
  /** The base address, as a client writes it. */
  readonly base: string
  send(step: Step): Promise<Reply>
  /** Headers that the client adds unasked and that count for the answer, such as the Origin of a page. */
  adds?(step: Step): Readonly<Record<string, string>>
  reset(): void | Promise<void>
  close(): void | Promise<void>
}

/** A way of reaching mocks, and what it cannot send, each with its reason. */
export interface Host {
  readonly name: string
  readonly skips: { readonly [need in Need]?: string }
  open(profile: Profile): Adapter | Promise<Adapter>
}
