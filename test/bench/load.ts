import { createRequire } from 'node:module'
import type { Load, LoadResult } from './load-client.ts'

/** The part of autocannon's interface that is used here; it has no types of its own. */
type Autocannon = (
  options: Record<string, unknown>,
) => Promise<{ '2xx': number; non2xx: number; errors: number; timeouts: number; duration: number }>

// A process of its own: it loads the servers with autocannon, which lies in the folder that it is told.
const [folder = '/'] = process.argv.slice(2)
const autocannon: Autocannon = createRequire(`${folder}/`)('autocannon')

process.on('message', (load: Load) => {
  void run(load).then((result) => process.send?.(result))
})

async function run({ url, connections, seconds, amount, exchange }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    // Whether the time is over is looked at once in a sample.
    sampleInt: 100,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    ...(exchange === 'everything' ? { requests: everyOperation(new URL(url).pathname) } : exchange),
  })
  const { non2xx, errors, timeouts, duration } = result
  return { answered: result['2xx'], refused: non2xx, lost: errors + timeouts, seconds: duration }
}

/** All five operations in turn; whatever is created is deleted, so the posts do not grow. */
function everyOperation(base: string): object[] {
  const body = JSON.stringify({ title: 'A post that comes and goes', content: 'x'.repeat(200) })
  const headers = { 'content-type': 'application/json' }
  return [
    { method: 'GET', path: `${base}/posts/7` },
    { method: 'PUT', path: `${base}/posts/8`, headers, body },
    { method: 'GET', path: `${base}/posts` },
    {
      method: 'POST',
      path: `${base}/posts`,
      headers,
      body,
      onResponse(_status: number, text: string, context: { id?: number }) {
        context.id = JSON.parse(text).id
      },
    },
    {
      method: 'DELETE',
      setupRequest: (request: object, { id }: { id?: number }) => ({
        ...request,
        path: `${base}/posts/${id}`,
      }),
    },
  ]
}
