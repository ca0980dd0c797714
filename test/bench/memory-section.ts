import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../providers/provider-process.ts'
import { buildOurs } from './candidates.ts'
import { startLoadClient } from './load-client.ts'
import type { CheckContextOptions } from './options.ts'
import { compare, type Row } from './row.ts'
import { startServer } from './server-process.ts'

const blocks = 8
const megabyte = 2 ** 20

/** Our server under many requests of all five operations: what it holds at the end beside a quarter of the way. */
export async function memorySection({ requests, seed, say }: CheckContextOptions): Promise<Row[]> {
  const top = await mkdtemp(join(tmpdir(), 'posts-understudy-bench-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(top, { recursive: true, force: true, maxRetries: 5 }))
  const { args, folder } = await buildOurs(join(top, 'ours'), 100, seed)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/v1`
  const watched = ['--expose-gc', '--import', join(import.meta.dirname, 'heap-on-signal.ts')]
  const server = stack.use(await startServer([...watched, ...args(port)], folder, `${url}/posts/7`))
  const load = stack.use(await startLoadClient())
  const held: { heapUsed: number; rss: number }[] = []
  for (let block = 1; block <= blocks; block++) {
    say(`memory, ${((requests / blocks) * block).toLocaleString('en')} requests`)
    await load.run({ url, connections: 10, seconds: 0, amount: requests / blocks, exchange: 'everything' })
    held.push(JSON.parse(await server.ask()))
  }
  const early = held[blocks / 4 - 1]
  const late = held[blocks - 1]
  if (!early || !late) throw new Error('Failed to measure memory: nothing was measured.')
  const section = `memory over ${requests.toLocaleString('en')} requests`
  const beside = 'after a quarter'
  const figure = (what: string, of: 'heapUsed' | 'rss', most: number) =>
    compare({
      section,
      what,
      unit: 'MB',
      ours: [late[of] / megabyte],
      beside,
      theirs: [early[of] / megabyte],
      target: { of: 'ratio', most },
    })
  return [figure('heap after collection', 'heapUsed', 1.05), figure('memory (RSS)', 'rss', 1.15)]
}
