import { readdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { harmDone, runHostile, type VisitCommand, visits } from './run-hostile.ts'
import { allHostile } from './sets.ts'

/**
 * `npm run soak`: every command that visits a provider, at every hostile provider. Arguments choose providers by a part of
 * their names.
 */
const print = (line: string) => process.stdout.write(`${line}\n`)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { command: { type: 'string', multiple: true } },
})
const commands = (values.command ?? Object.keys(visits)) as VisitCommand[]
const chosen = allHostile.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
)
const found: string[] = []
for (const command of commands) {
  print(`${command}:`)
  for (const provider of chosen) {
    const outcome = await runHostile(provider, { command })
    const harm = harmDone(provider, outcome, { command })
    const sizes = Object.entries(outcome.files).map(([file, size]) => `${file} ${Math.ceil(size / 1024)} KiB`)
    print(
      `${harm.length > 0 ? 'HARM' : 'ok  '} ${provider.name}: exit ${outcome.code}, ${(outcome.duration / 1000).toFixed(1)} s, ${Math.round(outcome.peak)} MiB, ${sizes.join(', ')}`,
    )
    for (const sentence of harm) print(`     ${sentence}`)
    found.push(...harm)
  }
}
// The sets of others beside these, each a script with a `soak` of its own that tells what went wrong.
if (positionals.length === 0)
  for (const file of (await readdir(import.meta.dirname)).filter((name) => /\.soak\.ts$/.test(name))) {
    const { soak } = (await import(`./${file}`)) as { soak: () => Promise<readonly string[]> }
    const harm = await soak()
    print(`${harm.length > 0 ? 'HARM' : 'ok  '} ${file}${harm.map((each) => `\n     ${each}`).join('')}`)
    found.push(...harm)
  }
print(found.length === 0 ? 'No harm done.' : `${found.length} times harm.`)
process.exitCode = found.length === 0 ? 0 : 1
