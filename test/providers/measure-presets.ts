import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Calibration, calibrateProfile } from '../../contracts/calibrate.ts'
import { completeProfile } from '../../handlers/choices/profile.ts'
import { choiceIds } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { packageVersion } from '../../src/cli/package-version.ts'
import { providerNamed } from './all.ts'
import type { RealProvider } from './provider.ts'

/**
 * Writes the presets of real stacks anew, for `npm run fix` to format: each is what `calibrate` reads off the stack that is
 * started here.
 * Those named on the command line, or all: `node test/providers/measure-presets.ts json-server`.
 */
const stacks = ['json-server', 'django-rest', 'loopback']
const named = process.argv.slice(2)
const ledgerFolder = await mkdtemp(join(tmpdir(), 'posts-understudy-presets-'))
const file = join(import.meta.dirname, '../../handlers/choices/presets.ts')
for (const stack of named.length > 0 ? named : stacks) {
  if (!stacks.includes(stack))
    throw new Error(`Failed to measure "${stack}": the presets are ${stacks.join(', ')}.`)
  const provider = providerNamed(stack)
  await using running = await provider.start()
  const calibration = await calibrateProfile({ url: running.url, ledgerFolder })
  const old = new RegExp(`^const ${constantOf(stack)}: Preset = [^]*?^}`, 'm')
  const text = presetText(provider, calibration)
  const source = await readFile(file, 'utf8')
  await writeFile(
    file,
    source.replace(old, () => text),
  )
  process.stdout.write(`${stack}: ${calibration.requests} requests, ${calibration.duration} ms\n`)
}
await rm(ledgerFolder, { recursive: true, force: true })

/** The preset as a constant of handlers/choices/presets.ts. */
function presetText({ name, version }: RealProvider, { profile, choices }: Calibration): string {
  const [byDefault, learned] = [completeProfile(), completeProfile(profile)]
  const own = choiceIds.filter((id) => stringifyJson(learned[id]) !== stringifyJson(byDefault[id]))
  const unknown = choices.filter(({ verdict }) => verdict === 'unknown').map(({ choice }) => choice)
  const measured = new Date().toISOString().slice(0, 10)
  const preset = {
    about: { stack: `${name} ${version}`, measured, by: `posts-understudy ${packageVersion()}` },
    ...(unknown.length > 0 ? { unknown } : {}),
    ...Object.fromEntries(own.map((id) => [id, learned[id]])),
  }
  return `const ${constantOf(name)}: Preset = ${stringifyJson(preset, 2)}`
}

function constantOf(name: string): string {
  return name.replaceAll(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase())
}
