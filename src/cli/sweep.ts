import { ledgerFolder } from '../../contracts/custody/ledger-file.ts'
import { sweep } from '../../contracts/custody/sweep.ts'
import { consoleText } from '../../contracts/report/console.ts'
import { leftoverSections } from '../../contracts/report/leftovers.ts'
import { createProviderClient, type ProviderClientOptions } from '../../contracts/wire/client.ts'
import type { CommandIo } from './io.ts'
import { say } from './style.ts'

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
      if (leftovers.length > 0) stdout.write(`${consoleText(leftoverSections(leftovers), {})}\n`)
    }
    if (swept.length + skipped.length + unreadable.length === 0) {
      const nextStep = options.ledgerFolder === undefined ? ' If the run had --ledger, pass the same.' : ''
      say(stdout, `Nothing to sweep: ${folder} has no notes of a killed run at ${client.url}.${nextStep}`)
    }
    for (const { file, reason } of skipped) say(stderr, `Not swept: ${file}: ${reason}.`)
    const [first] = unreadable
    if (first !== undefined) {
      const more = unreadable.length > 1 ? ` and ${unreadable.length - 1} more` : ''
      say(
        stderr,
        `Not swept, because this version cannot read what another wrote: ${first}${more}. Sweep with that version, or delete the files.`,
      )
    }
    if (elsewhere.length > 0) {
      const few = elsewhere.slice(0, mostNamed).join(', ')
      const more = elsewhere.length > mostNamed ? ` and ${elsewhere.length - mostNamed} more` : ''
      say(stderr, `There are ledgers for ${few}${more} too; pass an address to sweep it.`)
    }
    return unreadable.length > 0 || swept.some(({ leftovers }) => leftovers.length > 0) ? 1 : 0
  } finally {
    await client.close()
  }
}
