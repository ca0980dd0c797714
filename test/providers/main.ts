import { once } from 'node:events'
import { providerNamed, realProviders } from './all.ts'

/* Starts the real providers that are named, until Ctrl-C. */

const names = process.argv.slice(2)
if (names.length === 0) {
  console.warn('node test/providers/main.ts NAME...  starts real providers until Ctrl-C. The names:\n')
  for (const { name, version, about } of realProviders)
    console.warn(`  ${name.padEnd(20)} ${version.padEnd(15)} ${about}`)
  process.exit(2)
}
await using started = new AsyncDisposableStack()
for (const { name, version, start } of names.map(providerNamed))
  process.stdout.write(`${name} ${version}  ${started.use(await start()).url}\n`)
console.warn('Ctrl-C ends them.')
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
