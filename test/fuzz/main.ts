import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fuzzCore, roundLength } from './fuzz-core.ts'
import { fuzzSocket } from './fuzz-socket.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    /** One round alone, as a failure names it. */
    round: { type: 'string' },
    /** `core`, `socket`, or both. */
    on: { type: 'string', default: 'core,socket' },
  },
})

const fuzzers = { core: fuzzCore, socket: fuzzSocket }
const seed = Number(values.seed)
const rounds = Math.ceil(Number(values.requests) / roundLength)
const only = values.round === undefined ? undefined : Number(values.round)

/** More than what compiled code and caches take once the first rounds have warmed them up, in bytes. */
const growthLimit = 16 * 2 ** 20

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const say = (line: string) => process.stdout.write(`${line}\n`)
let faults = 0
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    faults++
    say(`${event}: ${error instanceof Error ? error.stack : error}`)
  })
}

let underWay = ''
process.on('exit', () => {
  if (underWay !== '') say(`A request is never answered. ${underWay}`)
})

for (const [name, fuzz] of Object.entries(fuzzers)) {
  if (!values.on.split(',').includes(name)) continue
  const start = performance.now()
  let warm = 0
  for (let round = only ?? 0; round < (only === undefined ? rounds : only + 1); round++) {
    if (round === Math.ceil(rounds / 4)) warm = heapInUse()
    underWay = `Repeat it: node test/fuzz/main.ts --on ${name} --seed ${seed} --round ${round}`
    const found = await fuzz(seed, round)
    if (found.length > 0) faults++
    for (const line of found.length > 0 ? [...found, underWay] : []) say(line)
  }
  underWay = ''
  const growth = only === undefined ? heapInUse() - warm : 0
  if (growth > growthLimit) faults++
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  const megabytes = (growth / 2 ** 20).toFixed(1)
  say(
    `${name}: ${rounds * roundLength} requests in ${seconds} s, seed ${seed}, heap ${megabytes} MB more than after a quarter`,
  )
}
say(faults === 0 ? 'No fault found.' : `${faults} faults found.`)
process.exitCode = faults === 0 ? 0 : 1
