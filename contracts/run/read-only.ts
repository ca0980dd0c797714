import type { Example } from '../document/example.ts'
import { examples } from '../document/examples.ts'
import type { Send } from '../document/exchange.ts'
import { fillRequest } from '../pact/derive.ts'
import type { Run } from './run.ts'

/** An id that nobody is likely to have: 2^53 - 1. */
const farId = Number.MAX_SAFE_INTEGER

/** Plays what GET, HEAD and OPTIONS alone can show, on posts that are there already. Writes nothing. */
export async function playReadOnly(run: Run, send: Send): Promise<void> {
  await run.look([401, 403, 404, 407, 429, 502, 503, 504])
  const [known] = run.bench.foreign
  for (const example of examples.filter(isReadOnly)) {
    const id = example.states.includes('no post has the id') ? farId : known
    if (id === undefined && example.request.path.includes('${id}')) continue
    const values = id === undefined ? {} : { id }
    const request = fillRequest(example, values)
    await run.play(example, { request, reply: await send(request) }, values)
  }
}

/** Examples that write nothing, and whose states a provider with posts of its own has without our doing. */
function isReadOnly({ request, states }: Example): boolean {
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  const given = ['several posts exist', 'a post exists', 'no post has the id']
  return isSafe && states.length < 2 && states.every((state) => given.includes(state))
}
