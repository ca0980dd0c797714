import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { calibrateProfile } from '../../contracts/calibrate.ts'
import type { Fidelity } from '../../contracts/fidelity/tally.ts'
import { measureFidelity } from '../../contracts/fidelity.ts'
import { percent } from '../../contracts/report/fidelity-report.ts'
import { realProviders } from '../providers/all.ts'
import { openCheckpoint } from './checkpoint.ts'

// How like each real provider a mock is, with the profile that `calibrate` has read off it.

const { values } = parseArgs({
  options: {
    /** Names of providers; default all. */
    of: { type: 'string', multiple: true },
    probes: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    /** Forgets what earlier runs have found. */
    anew: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
})

interface Measured {
  readonly name: string
  readonly fidelity?: Fidelity
  /** Choices that the probes have contradicted, or that no profile can say. */
  readonly open: readonly string[]
  readonly failureReason?: string
}

const ledgerFolder = await mkdtemp(join(tmpdir(), 'posts-understudy-fidelity-'))
const checkpoint = await openCheckpoint<Measured>('fidelity', ({ name }) => name, values.anew)
const chosen = realProviders.filter(({ name }, at) =>
  values.of ? values.of.includes(name) : !values.quick || at === 0,
)
for (const { name, version, start } of chosen) {
  const title = `${name} ${version}`
  if (checkpoint.get(title) !== undefined && values.of === undefined) continue
  const running = await start()
  try {
    await checkpoint.put({ name: title, ...(await measured(running.url)) })
  } finally {
    await running.close()
  }
}
await rm(ledgerFolder, { recursive: true, force: true })
process.stdout.write(table())

async function measured(url: string): Promise<Omit<Measured, 'name'>> {
  const seed = Number(values.seed)
  const probes = values.quick ? 100 : Number(values.probes)
  const { profile, choices, failureReason } = await calibrateProfile({ url, ledgerFolder, seed, probes: 200 })
  const open = choices
    .filter(({ verdict, sure }) => ['unknown', 'changing'].includes(verdict) || sure === 'contradicted')
    .map(({ choice }) => choice)
  if (failureReason !== undefined) return { open, failureReason }
  // Other probes than those of the calibration, which have opened choices.
  const { fidelity, failureReason: late } = await measureFidelity({
    ...{ url, ledgerFolder, profile, seed: seed + 1, probes },
  })
  return { open, ...(fidelity && { fidelity }), ...(late === undefined ? {} : { failureReason: late }) }
}

function table(): string {
  const all = chosen.flatMap(({ name, version }) => checkpoint.get(`${name} ${version}`) ?? [])
  const head = ['provider', 'documented requests', 'odd input', 'other requests', 'all', 'no profile says']
  const rows = all.map(({ name, fidelity, open, failureReason }) => {
    if (!fidelity) return [name, failureReason?.split('\n')[0] ?? '', '', '', '', '']
    const shares = fidelity.tiers.map(({ same, replies }) => `${percent(same, replies)} of ${replies}`)
    const total = `${percent(fidelity.same, fidelity.replies)} of ${fidelity.replies}`
    return [name, ...shares, total, open.map((choice) => `\`${choice}\``).join(', ')]
  })
  const misses = all.flatMap(({ name, fidelity }) =>
    fidelity && fidelity.misses.length > 0 ? [`\n${name}\n\n`, ...fidelity.misses.map(missText)] : [],
  )
  return [
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`),
    ...misses,
  ].join('')
}

function missText({
  times,
  tier,
  operation,
  about,
  mock,
  provider,
  choice,
  exchange: { request },
}: Fidelity['misses'][number]) {
  const what = choice === undefined ? about : `${about} (${choice})`
  const sent = `${request.method} ${request.path} ${request.body ?? ''}`.slice(0, 90).trimEnd()
  return `- ${times} x ${tier} ${operation}, ${what}: mock ${mock.slice(0, 60)}, provider ${provider.slice(0, 60)}; ${sent}\n`
}
