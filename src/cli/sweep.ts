import { fewPosts, leftoverLine } from '../../contracts/report/exchange-text.ts'
import { firstLines } from '../../contracts/report/layout.ts'
import { createProviderClient, type ProviderClientOptions } from '../../contracts/session/client.ts'
import { ledgerFolder } from '../../contracts/session/ledger/ledger-file.ts'
import { sweep } from '../../contracts/session/sweep.ts'
import type { CommandIo } from './command.ts'

/** So many other addresses are named. */
const mostNamed = 3

/** `verify --sweep`: removes the posts that killed runs left at a provider. Returns 1 where some may be left. */
export async function sweepProvider(
  options: ProviderClientOptions & { readonly ledgerFolder?: string },
  { stdout, stderr }: CommandIo,
): Promise<number> {
  const client = createProviderClient(options)
  try {
    const folder = options.ledgerFolder ?? ledgerFolder()
    const { swept, skipped, unreadable, elsewhere } = await sweep({ client, folder })
    for (const { run, started, removed, leftovers } of swept) {
      stdout.write(`${run}, started ${started}: ${removed} removed, ${leftovers.length} left\n`)
      for (const line of firstLines(leftovers.map(leftoverLine), 'posts', fewPosts)) stdout.write(`${line}\n`)
    }
    if (swept.length + skipped.length + unreadable.length === 0) {
      const nextStep = options.ledgerFolder === undefined ? ' If the run had --ledger, pass the same.' : ''
      stdout.write(`Nothing to sweep: ${folder} has no notes of a killed run at ${client.url}.${nextStep}\n`)
    }
    for (const { file, reason } of skipped) stderr.write(`Not swept: ${file}: ${reason}.\n`)
    const [first] = unreadable
    if (first !== undefined) {
      const more = unreadable.length > 1 ? ` and ${unreadable.length - 1} more` : ''
      stderr.write(
        `Not swept, because this version cannot read what another wrote: ${first}${more}. Sweep with that version, or delete the files.\n`,
      )
    }
    if (elsewhere.length > 0) {
      const few = elsewhere.slice(0, mostNamed).join(', ')
      const more = elsewhere.length > mostNamed ? ` and ${elsewhere.length - mostNamed} more` : ''
      stderr.write(`There are ledgers for ${few}${more} too; pass an address to sweep it.\n`)
    }
    return unreadable.length > 0 || swept.some(({ leftovers }) => leftovers.length > 0) ? 1 : 0
  } finally {
    await client.close()
  }
}
