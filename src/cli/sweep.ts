import { ledgerFolder } from '../../contracts/custody/ledger.ts'
import { sweep } from '../../contracts/custody/sweep.ts'
import { leftoverSections } from '../../contracts/report/run-sections.ts'
import { consoleText } from '../../contracts/report/text-report.ts'
import { plainRequest } from '../../contracts/scenarios/exchange.ts'
import { createProviderClient, type ProviderClientOptions } from '../../contracts/wire/client.ts'
import type { CommandIo } from './io.ts'

/** `verify --sweep`: removes the posts that killed runs left at a provider. The exit code is 1 where some may be left, 3 where a ledger cannot be read. */
export async function sweepProvider(
  options: ProviderClientOptions & { readonly ledgerFolder?: string },
  io: CommandIo,
): Promise<void> {
  const { stdout, stderr } = io
  const client = createProviderClient(options)
  try {
    const folder = options.ledgerFolder ?? ledgerFolder()
    const { swept, skipped } = await sweep({ client, folder })
    for (const { run, started, removed, leftovers } of swept) {
      stdout.write(`${run}, started ${started}: ${removed} removed, ${leftovers.length} may be left\n`)
      if (leftovers.length > 0) stdout.write(consoleText(leftoverSections(leftovers), {}))
    }
    if (swept.length + skipped.length === 0)
      stdout.write(
        `Nothing to sweep: ${folder} has no notes of a killed run at ${client.url}. If the run had --ledger, pass the same.\n`,
      )
    for (const { file, reason } of skipped) stderr.write(`Not swept: ${file}: ${reason}.\n`)
    const isLeft = swept.some(({ leftovers }) => leftovers.length > 0)
    // The reason may be that nothing answers.
    const tell = (error: Error) => stderr.write(`${error.message}\n`)
    if (isLeft) await client.send(plainRequest('GET', '/posts')).catch(tell)
    const isUnreadable = skipped.some((each) => each.isUnreadable)
    io.exitCode = isUnreadable ? 3 : skipped.length > 0 || isLeft ? 1 : 0
  } finally {
    await client.close()
  }
}
