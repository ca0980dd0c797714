import { completeProfile } from '../../handlers/choices/profile.ts'
import { cleanUp } from '../custody/clean-up.ts'
import { Ledger } from '../custody/ledger.ts'
import type { LedgerFile } from '../custody/ledger-file.ts'
import { openSession } from '../run/provider-session.ts'
import { realClock } from '../wire/clock.ts'
import { Concurrency } from '../wire/concurrency.ts'
import { EarlyEnd } from '../wire/early-end.ts'
import { createDryRun, type DryRunClientOptions } from './dry-run-client.ts'
import { runContracts } from './run-contracts.ts'
import { runSequences } from './run-sequences.ts'
import { onlyReads, type VerifyOptions } from './verify-options.ts'

export interface DryRunOptions extends DryRunClientOptions, Pick<VerifyOptions, 'readOnly' | 'without'> {}

/**
 * Lists every request of a verification, but for the drawn sequences and Pact's own replay of the examples. The handlers answer instead of the provider. An
 * id is `${id}`, and the random part of a title is `<run>`.
 * @returns lines such as `PUT /posts/${id} {"title":…}`, after headings that begin with `#`: one for each sequence,
 *   with the keys of its examples.
 */
export async function dryRunOf(given: DryRunOptions): Promise<string[]> {
  const { client: bare, lines } = createDryRun(given)
  const readOnly = onlyReads(given)
  const ledger = readOnly ? undefined : new Ledger(nowhere, 'pu<run>')
  using ending = new EarlyEnd({ clock: realClock })
  const parts = { bare, ledger, concurrency: new Concurrency(), ending, clock: realClock }
  const { session } = openSession({}, parts)
  const plan: string[] = []
  let headingAt = 0
  const tell = (key: string) => {
    if (lines.length === 0) {
      plan[headingAt] = `${plan[headingAt]}, ${key}`
      return
    }
    headingAt = plan.length
    plan.push(`# ${key}`, ...lines.splice(0))
  }
  const profile = completeProfile(given.profile)
  const options = { ...given, readOnly, budget: 0, onProgress: ({ key }: { key: string }) => tell(key) }
  const { taken, lookAgain } = await runContracts(session, profile, given.profile !== undefined, [], options)
  if (!ledger) {
    tell('requests of a run that only reads; some depend on the existing posts')
    return plan
  }
  await runSequences(session, profile, taken, options)
  await lookAgain()
  tell('the posts from the beginning again')
  await cleanUp(ledger, session.client, { settle: 0 })
  if (lines.length > 0) tell('at the end: delete every post of this run and read it again')
  return plan
}

/** The ledger of a dry run has no file. */
const nowhere: LedgerFile = { path: '', append() {}, check() {}, close() {} }
