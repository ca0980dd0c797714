import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calibrateProfile } from '../../contracts/calibrate.ts'
import type { SequencesResult } from '../../contracts/verify/result.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { realProviders } from './all.ts'

/**
 * Prints what `calibrate` learns of real providers, and what `verify --profile` with its sequences then says of each, held
 * against its own profile: a row of a Markdown table each, of those named or of all.
 */
const names = process.argv.slice(2)
const ledgerFolder = await mkdtemp(join(tmpdir(), 'posts-understudy-calibrations-'))
const head = [
  'provider',
  'requests',
  'seconds',
  'seen twice',
  'inferred',
  'not learned',
  'then `verify --profile`',
  'its sequences',
]
process.stdout.write(`| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}\n`)
for (const provider of realProviders.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const running = await provider.start()
  try {
    process.stdout.write(
      `| ${[`${provider.name} ${provider.version}`, ...(await cells(running.url))].join(' | ')} |\n`,
    )
  } finally {
    await running.close()
  }
}
await rm(ledgerFolder, { recursive: true, force: true })

async function cells(url: string): Promise<string[]> {
  const { choices, profile, failureReason, requests, duration } = await calibrateProfile({
    url,
    ledgerFolder,
  })
  const cost = [String(requests), (duration / 1000).toFixed(1)]
  if (failureReason !== undefined) return [...cost, '', '', '', failureReason.split('\n')[0] ?? '', '']
  const count = (sure: string) => String(choices.filter((each) => each.sure === sure).length)
  const open = choices.filter(({ verdict }) => verdict === 'unknown' || verdict === 'changing')
  const {
    clauses,
    choices: held,
    verdict,
    ...result
  } = await verifyProvider({ url, ledgerFolder, profile, seed: 1 })
  const broken = clauses.flatMap(({ findings }) => findings.slice(0, 1))
  const lines = [
    verdict,
    ...(result.failureReason === undefined ? [] : [result.failureReason]),
    ...held.filter((each) => each.verdict === 'differs').map(({ choice }) => `differs in ${choice}`),
    ...broken.map(({ clause, shownBy, about }) => `\`${clause}\` (${shownBy.split('\n')[0]}): ${about}`),
  ]
  const cell = lines.join('<br>').replaceAll('|', '\\|').replaceAll('\n', ' ')
  return [
    ...cost,
    count('seen twice'),
    count('inferred'),
    open.map(({ choice }) => `\`${choice}\``).join(', '),
    cell,
    sequencesCell(result.sequences),
  ]
}

function sequencesCell(played: SequencesResult | undefined): string {
  if (!played) return ''
  const { sequences, steps, failure, differences } = played
  const found = failure ? `a fault, ${failure.kind}, in ${failure.trace.length} requests` : 'no fault'
  const others = differences.map(({ about }) => `<br>observed: ${about}`).join('')
  return `${sequences}, of ${steps} steps: ${found}${others}`.replaceAll('|', '\\|')
}
