import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calibrateProfile } from '../../contracts/calibrate.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { realProviders } from './all.ts'

/**
 * Prints what `calibrate` learns of real providers, and what `verify --budget 0` then says of each with its own profile, a
 * row of a Markdown table each: those named, or all. What sequences show of them is in the verdicts.
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
  const { choices, profile, obstacle, requests, duration } = await calibrateProfile({ url, ledgerFolder })
  const cost = [String(requests), (duration / 1000).toFixed(1)]
  if (obstacle !== undefined) return [...cost, '', '', '', obstacle.split('\n')[0] ?? '']
  const count = (sure: string) => String(choices.filter((each) => each.sure === sure).length)
  const open = choices.filter(({ verdict }) => verdict === 'unknown' || verdict === 'changing')
  const {
    clauses,
    choices: held,
    verdict,
    ...result
  } = await verifyProvider({ url, ledgerFolder, profile, budget: 0 })
  const broken = clauses.flatMap(({ findings }) => findings.slice(0, 1))
  const lines = [
    verdict,
    ...(result.obstacle === undefined ? [] : [result.obstacle]),
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
  ]
}
