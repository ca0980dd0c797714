import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { realProviders } from './all.ts'

/** Prints what `verify --document-only` says of real providers, a row of a Markdown table each: those named, or all. */
const names = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-verdicts-'))
process.stdout.write('| provider | verdict | broken clauses, each with one finding |\n| --- | --- | --- |\n')
for (const provider of realProviders.filter(({ name }) => names.length === 0 || names.includes(name))) {
  try {
    const running = await provider.start()
    try {
      const result = await verifyProvider({
        url: running.url,
        documentOnly: true,
        ledgerFolder: folder,
        budget: 0,
      })
      const broken = result.clauses.flatMap(({ findings }) => findings.slice(0, 1))
      const lines = broken.map(({ clause, shownBy, about }) => `\`${clause}\` (${shownBy}): ${about}`)
      const left = result.leftovers.length > 0 ? [`${result.leftovers.length} left`] : []
      const failureReason = result.failureReason === undefined ? [] : [result.failureReason]
      const cell = [...failureReason, ...lines, ...left]
        .join('<br>')
        .replaceAll('|', '\\|')
        .replaceAll('\n', ' ')
      process.stdout.write(`| ${provider.name} ${provider.version} | ${result.verdict} | ${cell} |\n`)
    } finally {
      await running.close()
    }
  } catch (error) {
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error)
    process.stdout.write(`| ${provider.name} ${provider.version} | did not start | ${message} |\n`)
  }
}
await rm(folder, { recursive: true, force: true })
