import type { ProviderClient } from '../session/client.ts'
import type { Ledger } from '../session/ledger.ts'
import { createPatience } from '../session/patience.ts'
import { Run } from './run.ts'

/** How often a whole run may wait in vain for a write to show: a wrong provider must not cost minutes. */
const patienceFactor = 3

/** What {@link createRun} takes. */
export interface CreateRunOptions {
  readonly client: ProviderClient
  /** Undefined where nothing is written. */
  readonly ledger: Ledger | undefined
  /** How long a write may take to show, in milliseconds. */
  readonly settle: number
  /** The longest that a write has taken so far, in milliseconds; kept up to date. */
  readonly lateness: { longest: number }
}

/** Makes a run at a provider, with the run's ledger and the patience that it needs. */
export function createRun({ client, ledger, settle, lateness }: CreateRunOptions): Run {
  const { send, redact } = client
  const { marker, nextTitle } = ledger ?? { marker: 'pu-read-only', nextTitle: () => 'pu-read-only' }
  const patience = createPatience({
    settle,
    budget: settle * patienceFactor,
    now: () => performance.now(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onLate(milliseconds) {
      lateness.longest = Math.max(lateness.longest, Math.ceil(milliseconds))
    },
  })
  return new Run({ send, redact, marker, nextTitle, patience, ...(ledger ? { witness: ledger } : {}) })
}
