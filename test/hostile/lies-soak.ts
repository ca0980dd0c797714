import { visitLiar } from './lies.ts'

/** `node test/hostile/lies-soak.ts [COUNT] [SEED]`: visits so many providers that lie; exit 1 where one lost a post of others. */
const [count = 1000, first = 1] = process.argv.slice(2).map(Number)
let bad = 0
let requests = 0
for (let seed = first; seed < first + count; seed++) {
  const outcome = await visitLiar(seed)
  requests += outcome.requests
  if (outcome.foreignWrites.length === 0 && outcome.failure === undefined) continue
  bad++
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
}
process.stdout.write(
  `${count} providers from seed ${first}, ${requests} requests: ${bad} with a write to a post of others, or a failure\n`,
)
process.exitCode = bad > 0 ? 1 : 0
