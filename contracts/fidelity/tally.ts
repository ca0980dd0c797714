import type { ChoiceId } from '../../handlers/choices.ts'
import type { Difference } from '../../handlers/journal/journal-entry.ts'
import { defined } from '../../handlers/model/defined.ts'
import type { Exchange } from '../document/exchange.ts'
import { type Probe, type Tier, tiers } from './probes.ts'

/** A difference between a mock and a provider. Plain data. */
export interface Miss {
  readonly tier: Tier
  readonly operation: Probe['operation']
  /** `status`, `body`, the name of a header, or `read after the write`. */
  readonly about: string
  readonly mock: string
  readonly provider: string
  /** The choice that covers it; missing where there is none, or it is unknown. */
  readonly choice?: ChoiceId
  /** How many replies have it. */
  readonly times: number
  /** The first one. */
  readonly exchange: Exchange
}

/** How similar a mock is to a provider. Plain data. */
export interface Fidelity {
  /** Reproduces the same probes. */
  readonly seed: number
  /** Replies that were compared, and those that were the same. */
  readonly replies: number
  readonly same: number
  /** Replies that break the document; they are not compared. */
  readonly broken: number
  readonly tiers: readonly { readonly tier: Tier; readonly replies: number; readonly same: number }[]
  /** The differences, the most frequent first. */
  readonly misses: readonly Miss[]
}

/** Counts the equal replies of each tier, and the replies with each difference. */
export class Tally {
  readonly #counts = new Map<Tier, { replies: number; same: number }>()
  readonly #misses = new Map<string, Miss & { times: number }>()
  /** How many replies break the document. */
  broken = 0

  /** @param exchange makes the exchange of a new difference. */
  count(
    { tier, operation }: Probe,
    differences: readonly Difference[],
    choice: ChoiceId | undefined,
    exchange: () => Exchange,
  ): void {
    const count = this.#counts.get(tier) ?? { replies: 0, same: 0 }
    this.#counts.set(tier, count)
    count.replies++
    if (differences.length === 0) count.same++
    for (const { about, mock, provider } of differences) {
      const key = [tier, operation, about, about === 'status' ? `${mock} ${provider}` : ''].join(' ')
      const known = this.#misses.get(key)
      if (known) known.times++
      else
        this.#misses.set(key, {
          ...{ tier, operation, about, mock, provider, times: 1 },
          ...defined({ choice }),
          exchange: exchange(),
        })
    }
  }

  fidelity(seed: number): Fidelity {
    const counts = tiers.map((tier) => ({ tier, replies: 0, same: 0, ...this.#counts.get(tier) }))
    return {
      seed,
      replies: counts.reduce((sum, { replies }) => sum + replies, 0),
      same: counts.reduce((sum, { same }) => sum + same, 0),
      broken: this.broken,
      tiers: counts,
      misses: [...this.#misses.values()].toSorted((one, other) => other.times - one.times),
    }
  }
}
