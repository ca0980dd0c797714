import type { Profile, ProfileOption } from '../../src/profile.ts'
import { fillRequest, setUp } from '../derive.ts'
import type { Contract } from '../interaction.ts'
import { Stage } from '../stage.ts'
import { cleanUp } from './clean-up.ts'
import type { LedgerFile } from './ledger/ledger-file.ts'
import { ledgerOf } from './ledger.ts'
import { createRehearsal } from './rehearsal.ts'

/** What {@link planOf} takes beside the contracts. */
export interface PlanOptions {
  /** The provider's base address. Nothing is sent to it. */
  readonly url: string
  /** How the provider is thought to answer. Default the preset `default`. */
  readonly profile?: ProfileOption | Profile
}

/**
 * Lists every request by which contracts are played at a provider: those that set its states up, the interaction's own,
 * and those that clean up. It is a rehearsal: the requests are really made, and the handlers answer in the provider's
 * place. An id is `${id}`, and the part of a title that each run has for itself is `<run>`.
 *
 * @returns lines such as `PUT /posts/${id} {"title":…}`; one that begins with `#` says what follows.
 * @example
 * for (const line of await planOf([await deriveContract({ kind: 'document' })], { url })) console.log(line)
 */
export async function planOf(contracts: readonly Contract[], options: PlanOptions): Promise<string[]> {
  const { client, lines } = createRehearsal(options)
  const ledger = ledgerOf(nowhere, 'pu-<run>', options.url, [], Date.now)
  const stage = new Stage({ send: client.send, nextTitle: ledger.nextTitle, witness: ledger })
  const plan: string[] = []
  const tell = (heading: string) => plan.push(`# ${heading}`, ...lines.splice(0))
  for (const { kind, interactions } of contracts) {
    for (const interaction of interactions) {
      const values = await setUp(interaction, stage)
      await client.send(fillRequest(interaction, values))
      tell(`${interaction.key} (${kind}): ${interaction.description}`)
    }
  }
  await cleanUp(ledger, client, { settle: 0 })
  if (lines.length > 0) tell('at the end: every post of this run is read, deleted and read again')
  return plan
}

/** Where the ledger of a rehearsal lies. */
const nowhere: LedgerFile = { path: '', append() {}, flush: async () => {}, close: async () => {} }
