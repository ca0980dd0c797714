import { completeProfile } from '../../handlers/choices/profile.ts'
import type { Send } from '../document/exchange.ts'
import { fillRequest } from '../pact/derive.ts'
import type { Contract } from '../pact/interaction.ts'
import { isForPact } from '../pact/outside-pact.ts'
import { beginRun } from '../run/begin-run.ts'
import { endRun } from '../run/end-run.ts'
import { checkListAlone } from '../run/first-looks.ts'
import { checkOldPosts, idsOf, oldPostsOf } from '../run/old-posts.ts'
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
import { onlyReads, type SequenceOptions, type VerifyOptions } from './verify-options.ts'

export interface DryRunOptions extends DryRunClientOptions, Pick<VerifyOptions, 'readOnly' | 'without'> {
  /** The sequences after the contracts. Default none. */
  readonly sequences?: Required<Pick<SequenceOptions, 'budget'>>
}

/**
 * Lists every request of a verification: those that set states up, the interactions, the checks, the fixed sequences,
 * and the clean-up. The handlers answer instead of the provider. An id is `${id}`, and the random part of a title is
 * `<run>`.
 * @returns lines such as `PUT /posts/${id} {"title":…}`, and headings that begin with `#`.
 */
export async function dryRunOf(contracts: readonly Contract[], options: DryRunOptions): Promise<string[]> {
  const { client: reading, lines } = createDryRun(options)
  const ledger = ledgerOf(nowhere, 'pu<run>', [])
  const client = reading.writing(new WriteGuard(ledger))
  const { send } = client
  const { marker, nextTitle } = ledger
  const run = new Run({ send, marker, nextTitle, cleanUpLog: ledger, patience: noPatience })
  const plan: string[] = []
  const tell = (heading: string) => plan.push(`# ${heading}`, ...lines.splice(0))
  const { without = [] } = options
  if (onlyReads(options)) {
    await runReadOnly(run, send)
    tell('requests of a run that only reads; some depend on the existing posts')
    return plan
  }
  const deletes = !without.includes('delete')
  await beginRun(run, { deletes })
  tell('at the beginning: posts that stay unchanged')
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
  const old = deletes && options.sequences ? oldPostsOf(run) : undefined
  if (deletes) {
    await checkListAlone(run.context, idsOf(old))
    await endRun(run, { crowd: crowdSize, kept: idsOf(old) })
  }
  if (options.sequences) {
    if (deletes) tell('delete the posts of the contracts')
    await dryRunSequences(send, ledger, options)
    const seconds = options.sequences.budget / 1000
    tell(`the fixed sequences; each deletes its posts. After them there are random ones for ${seconds} s`)
  }
  if (old) {
    await checkOldPosts(run, old, { age: 0, isReplaced: !without.includes('replace') })
    tell('after the sequences: posts from before them, unless the list was empty then')
  }
  await cleanUp(ledger, client, { settle: 0 })
  tell('at the end: delete every post of this run and read it again')
  return plan
}

/** The interactions in the order of a replay: those that Pact sends are first. */
function inOrder(contracts: readonly Contract[]) {
  const all = contracts.flatMap(({ kind, interactions }) =>
    interactions.map((interaction) => ({ kind, interaction })),
  )
  const { pact = [], others = [] } = Object.groupBy(all, ({ interaction }) =>
    isForPact(interaction) ? 'pact' : 'others',
  )
  return [...pact, ...others]
}

async function dryRunSequences(
  send: Send,
  cleanUpLog: Ledger,
  { profile, without = [] }: DryRunOptions,
): Promise<void> {
  await searchSequences({
    send,
    cleanUpLog,
    marker: cleanUpLog.marker,
    profile: completeProfile(profile),
    seed: 0,
    runs: fixedSequences.length,
    budget: Number.POSITIVE_INFINITY,
    settle: 0,
    lateness: { longest: 0 },
    without,
    signal: new AbortController().signal,
    clock: realClock,
    concurrency: new Concurrency(),
  })
}

/** The ledger of a dry run has no file. */
const nowhere: LedgerFile = { path: '', append() {}, flush: async () => {}, close: async () => {} }
