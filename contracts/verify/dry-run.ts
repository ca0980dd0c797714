import { completeProfile } from '../../handlers/choices/profile.ts'
import type { Send } from '../document/exchange.ts'
import { fillRequest } from '../pact/derive.ts'
import type { Contract } from '../pact/interaction.ts'
import { outsidePact } from '../pact/outside-pact.ts'
import { runReadOnly } from '../run/read-only.ts'
import { Run } from '../run/run.ts'
import { crowdSize, fixedSequences } from '../sequences/fixed-sequences.ts'
import { searchSequences } from '../sequences/search.ts'
import { cleanUp } from '../session/clean-up.ts'
import { realClock } from '../session/client/clock.ts'
import { Concurrency } from '../session/concurrency.ts'
import type { LedgerFile } from '../session/ledger/ledger-file.ts'
import { type Ledger, ledgerOf } from '../session/ledger.ts'
import { noPatience } from '../session/patience.ts'
import { WriteGuard } from '../session/write-guard.ts'
import { createDryRun, type DryRunClientOptions } from './dry-run-client.ts'
import { leaveOut } from './run-contracts.ts'
import type { LeftOut, SequenceOptions, VerifyOptions } from './verify-options.ts'

export interface DryRunOptions
  extends DryRunClientOptions,
    Pick<VerifyOptions, 'readOnly' | 'without' | 'gentle'> {
  /** The sequences that follow the contracts. Default none. */
  readonly sequences?: Required<Pick<SequenceOptions, 'runs' | 'budget' | 'gentle'>>
}

/**
 * Lists every request by which contracts are run at a provider: those that set its states up, the interaction's own,
 * those that judge what it left, the first sequences, and those that clean up. The requests are really made, and the
 * handlers answer in the provider's place. An id is `${id}`, and the part of a title that each run has for itself is
 * `<run>`.
 *
 * @returns lines such as `PUT /posts/${id} {"title":…}`; one that begins with `#` says what follows.
 * @example
 * for (const line of await dryRunOf([await deriveContract({ kind: 'document' })], { url })) console.log(line)
 */
export async function dryRunOf(contracts: readonly Contract[], options: DryRunOptions): Promise<string[]> {
  const { client: reading, lines } = createDryRun(options)
  const ledger = ledgerOf(nowhere, 'pu<run>', options.url, [], Date.now)
  const client = reading.writing(new WriteGuard(ledger))
  const { send } = client
  const { marker, nextTitle } = ledger
  const run = new Run({ send, marker, nextTitle, cleanUpLog: ledger, patience: noPatience })
  const plan: string[] = []
  const tell = (heading: string) => plan.push(`# ${heading}`, ...lines.splice(0))
  const { without = [] } = options
  if (options.readOnly || without.includes('create')) {
    await runReadOnly(run, send)
    tell('what a run that only reads asks for, as far as the posts that are there let it')
    return plan
  }
  const deletes = !without.includes('delete')
  await run.begin({ deletes })
  tell('at the beginning: posts that stay untouched')
  const sent = new Set<string>()
  for (const { kind, interaction } of inOrder(contracts.map((contract) => leaveOut(contract, without)))) {
    const heading = `${interaction.key} (${kind}): ${interaction.description}`
    if (sent.has(interaction.key)) {
      tell(`${heading}; sent above`)
      continue
    }
    sent.add(interaction.key)
    const values = await run.onSetUp({ interaction })
    const request = fillRequest(interaction, values)
    const exchange = { request, reply: await send(request) }
    await run.afterInteraction({ contract: kind, interaction, values, exchange })
    tell(heading)
  }
  const crowd = options.gentle ? undefined : { size: crowdSize, isReplaced: !without.includes('replace') }
  if (deletes) await run.end(ledger.removed, new Concurrency(), crowd)
  if (options.sequences) {
    if (deletes) tell('those posts are deleted')
    const { runs, budget, gentle } = options.sequences
    await dryRunSequences(send, ledger, options.profile, { gentle, without })
    tell(
      `sequences: up to ${runs}, begun within ${budget / 1000} s, each with posts of its own that it deletes. Their first ones, always the same:`,
    )
  }
  await cleanUp(ledger, client, { settle: 0 })
  tell('at the end: every post of this run is deleted and read again')
  return plan
}

/** The interactions as a replay has them: what Pact sends comes first. */
function inOrder(contracts: readonly Contract[]) {
  const all = contracts.flatMap(({ kind, interactions }) =>
    interactions.map((interaction) => ({ kind, interaction })),
  )
  const isForPact = ({ interaction }: (typeof all)[number]) => outsidePact(interaction.request) === undefined
  return [...all.filter(isForPact), ...all.filter((each) => !isForPact(each))]
}

async function dryRunSequences(
  send: Send,
  cleanUpLog: Ledger,
  profile: DryRunOptions['profile'],
  { gentle, without }: { readonly gentle: boolean; readonly without: readonly LeftOut[] },
): Promise<void> {
  await searchSequences({
    send,
    cleanUpLog,
    marker: cleanUpLog.marker,
    profile: completeProfile(profile),
    seed: 0,
    runs: fixedSequences(gentle).length,
    budget: Number.POSITIVE_INFINITY,
    settle: 0,
    lateness: { longest: 0 },
    gentle,
    without,
    signal: new AbortController().signal,
    clock: realClock,
    concurrency: new Concurrency(),
  })
}

/** The ledger of a dry run is kept nowhere. */
const nowhere: LedgerFile = { path: '', append() {}, flush: async () => {}, close: async () => {} }
