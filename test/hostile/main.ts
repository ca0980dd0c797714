import { parseArgs } from 'node:util'
import { attacks } from './attacks.ts'
import { visitLiar } from './lies.ts'
import { runAttacks } from './run-attacks.ts'
import { allHostile, harmDone, runHostile, type VisitCommand, visits } from './run-hostile.ts'

/**
 * `npm run soak`: every command that visits a provider, at every hostile provider; a thousand lying ones; and every attack
 * on `serve`. Arguments choose providers and attacks by a part of their names.
 */
const print = (line: string) => process.stdout.write(`${line}\n`)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { command: { type: 'string', multiple: true } },
})
const isChosen = (name: string) => positionals.length === 0 || positionals.some((part) => name.includes(part))
const found: string[] = []
for (const command of (values.command ?? Object.keys(visits)) as VisitCommand[]) {
  print(`${command}:`)
  for (const provider of allHostile.filter(({ name }) => isChosen(name))) {
    const outcome = await runHostile(provider, { command })
    const harm = harmDone(provider, outcome, { command })
    const { code, duration, peak, files } = outcome
    const sizes = Object.entries(files).map(([file, size]) => `${file} ${Math.ceil(size / 1024)} KiB`)
    print(
      `${harm.length > 0 ? 'HARM' : 'ok  '} ${provider.name}: exit ${code}, ${(duration / 1000).toFixed(1)} s, ${Math.round(peak)} MiB, ${sizes.join(', ')}`,
    )
    for (const sentence of harm) print(`     ${sentence}`)
    found.push(...harm)
  }
}
if (positionals.length === 0)
  for (let seed = 1; seed <= 1000; seed++) {
    const { foreignWrites, failure, ...liar } = await visitLiar(seed)
    if (foreignWrites.length > 0 || failure) found.push(JSON.stringify({ ...liar, foreignWrites, failure }))
  }
const chosen = Object.entries(attacks).filter(([name]) => isChosen(name))
found.push(
  ...(await runAttacks(chosen, (name, harm) => print(`${harm ? 'HARM' : 'ok  '} ${name} ${harm ?? ''}`))),
)
print(found.length === 0 ? 'No harm done.' : `${found.length} times harm.\n${found.join('\n')}`)
process.exitCode = found.length === 0 ? 0 : 1
