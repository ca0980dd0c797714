import { once } from 'node:events'
import { realProviders } from './all.ts'

const names = process.argv.slice(2)
const unknown = names.filter((name) => !realProviders.some((provider) => provider.name === name))
if (unknown.length > 0 || names.length === 0) {
  if (unknown.length > 0) console.warn(`Failed to start "${unknown.join('", "')}": no such provider.\n`)
  console.warn('node test/providers/main.ts NAME...  starts real providers until Ctrl-C. The names:\n')
  for (const { name, version, about } of realProviders)
    console.warn(`  ${name.padEnd(14)} ${version.padEnd(20)} ${about}`)
  process.exit(2)
}
const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const chosen = realProviders.filter((provider) => names.includes(provider.name))
const started = await Promise.allSettled(chosen.map((provider) => start(provider)))
if (started.every((each) => each.status === 'rejected')) process.exit(1)
console.warn('Ctrl-C ends them.')
await stopped
for (const each of started) if (each.status === 'fulfilled') await each.value[Symbol.asyncDispose]()

async function start(provider: (typeof realProviders)[number]) {
  try {
    const running = await provider.start()
    process.stdout.write(`${provider.name} ${provider.version}  ${running.url}\n`)
    return running
  } catch (error) {
    console.warn(error instanceof Error ? error.message : error)
    throw error
  }
}
