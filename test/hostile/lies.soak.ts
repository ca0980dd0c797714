import { visitLiar } from './lies.ts'

/** Visits so many providers that lie. @returns a sentence for each that lost a post of others, or was too much for us. */
export async function soak(count = 1000, first = 1): Promise<readonly string[]> {
  const harm: string[] = []
  let requests = 0
  for (let seed = first; seed < first + count; seed++) {
    const outcome = await visitLiar(seed)
    requests += outcome.requests
    if (outcome.foreignWrites.length > 0 || outcome.failure !== undefined) harm.push(JSON.stringify(outcome))
  }
  process.stdout.write(
    `${count} lying providers from seed ${first}, ${requests} requests: ${harm.length} lost a post of others, or failed\n`,
  )
  return harm
}

/** `node test/hostile/lies.soak.ts [COUNT] [SEED]`. */
if (process.argv[1] === import.meta.filename) {
  const harm = await soak(...process.argv.slice(2).map(Number))
  for (const sentence of harm) process.stdout.write(`${sentence}\n`)
  process.exitCode = harm.length > 0 ? 1 : 0
}
