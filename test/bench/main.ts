import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { handlersSection } from './handlers-section.ts'
import { memorySection } from './memory-section.ts'
import type { CheckContextOptions, Versions } from './options.ts'
import { playwrightSection } from './playwright-section.ts'
import type { Row } from './row.ts'
import { serverSection } from './server-section.ts'
import { storeSection } from './store-section.ts'
import { formatTable } from './table.ts'
import { viteSection } from './vite-section.ts'

const usage = `npm run bench -- [--quick] [--only server|handlers|store|memory|playwright|vite|faults|sequences|calibrate|distance|fidelity|mutants] [--rounds N] [--requests N] [--seed N] [--json FILE]
`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    requests: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const { quick } = values
const options: CheckContextOptions = {
  rounds: Number(values.rounds ?? (quick ? 3 : 5)),
  loadSeconds: quick ? 0.5 : 1.5,
  loopTime: quick ? 120 : 400,
  requests: Number(values.requests ?? (quick ? 20_000 : 100_000)),
  seed: Number(values.seed),
  say: (line) => process.stderr.write(`${line}\n`),
}

type Measured = { rows: Row[]; versions?: Versions }

const sections: Readonly<Record<string, () => Promise<Measured>>> = {
  server: () => serverSection(options),
  handlers: async () => ({ rows: await handlersSection(options) }),
  store: async () => ({ rows: await storeSection(options) }),
  memory: async () => ({ rows: await memorySection(options) }),
  playwright: () => playwrightSection(options),
  vite: () => viteSection(options),
}

/** Sections that print what they find themselves, in processes of their own. */
const programs: Readonly<Record<string, string>> = {
  faults: 'provider-set.ts',
  sequences: 'provider-set-sequences.ts',
  calibrate: 'calibrate-set.ts',
  distance: 'distance.ts',
  fidelity: 'fidelity.ts',
  mutants: 'mutants.ts',
}
const chosen = values.only ?? Object.keys(sections)
const unknown = chosen.filter((name) => !(name in sections || name in programs))

if (values.help || unknown.length > 0) {
  process.stderr.write(
    unknown.length > 0 ? `Failed to run the bench: no section "${unknown.join('", "')}".\n${usage}` : usage,
  )
  process.exitCode = values.help ? 0 : 2
} else {
  await measure()
}

async function measure(): Promise<void> {
  const start = performance.now()
  const rows: Row[] = []
  let versions: Versions = { ...(await ownVersions()) }
  for (const [name, run] of Object.entries(sections)) {
    if (!chosen.includes(name)) continue
    const measured = await run()
    rows.push(...measured.rows)
    versions = { ...versions, ...measured.versions }
  }
  const { rounds, seed } = options
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim() || 'an unnamed processor'}`
  if (rows.length > 0) {
    const judged = rows.filter(({ met }) => met !== undefined)
    const missed = judged.filter(({ met }) => !met).length
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    process.stdout.write(`${formatTable(rows)}

Medians of ${rounds} rounds, measured side by side; a ratio is ours by theirs, the median of each round's own.
${judged.length - missed} of ${judged.length} targets met. Seed ${seed}, ${seconds} s on ${machine}.
${Object.entries(versions)
  .map(([name, version]) => `${name} ${version}`)
  .join(', ')}
`)
  }
  if (values.json !== undefined)
    await writeFile(values.json, `${JSON.stringify({ rounds, seed, machine, versions, rows }, null, 2)}\n`)
  for (const name of chosen) {
    const program = programs[name]
    if (program === undefined) continue
    const file = join(import.meta.dirname, program)
    const child = spawn(process.execPath, [file, ...(quick ? ['--quick'] : [])], { stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    process.exitCode ||= code ?? 1
  }
}

async function ownVersions(): Promise<Versions> {
  const found: Record<string, string> = { node: process.version }
  for (const name of ['msw', '@msw/data']) {
    const file = join(import.meta.dirname, '../../node_modules', name, 'package.json')
    found[name] = JSON.parse(await readFile(file, 'utf8')).version
  }
  return found
}
