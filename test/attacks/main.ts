import { attacks } from './attacks.ts'
import { runAttacks } from './run-attacks.ts'

/* Runs every attack, or those that are named. */

const wanted = process.argv.slice(2)
const chosen = attacks.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const results = await runAttacks(chosen, ({ name, problem }) => {
  process.stdout.write(problem === undefined ? `ok      ${name}\n` : `FAILED  ${name}: ${problem}\n`)
})
const failed = results.filter(({ problem }) => problem !== undefined)
process.stdout.write(
  `${results.length - failed.length} of ${results.length}${failed.map(({ name, problem }) => `\n${name}: ${problem}`).join('')}\n`,
)
process.exitCode = failed.length === 0 ? 0 : 1
