import type { Example } from '../document/example.ts'
import { examples } from '../document/examples.ts'
import type { Send } from '../document/exchange.ts'
import type { StateName, StateValues } from '../document/states.ts'
import { isBarred } from '../judge/attempts.ts'
import { fillRequest } from '../pact/derive.ts'
import { states } from '../session/states.ts'
import { lookFirst } from './begin-run.ts'
import type { Run } from './run.ts'

/** How many posts to try until one is readable. */
const mostPrivate = 8

/** The states that exist without a write; undefined where the provider has no posts. */
const given: Partial<Record<StateName, (run: Run) => Promise<StateValues | undefined>>> = {
  'several posts exist': async () => ({}),
  'a post exists': async ({ context }) => {
    for (const id of [...context.foreign].slice(0, mostPrivate)) {
      const reply = await context.look(`/posts/${id}`)
      if (!isBarred(reply)) return { id }
    }
    return undefined
  },
  'no post has the id': ({ context }) => states['no post has the id'](context.setup),
}

/** Runs the examples that only read, on existing posts. */
export async function runReadOnly(run: Run, send: Send): Promise<void> {
  await lookFirst(run)
  for (const example of examples.filter(isReadOnly)) {
    const values = await valuesOf(example, run)
    if (!values) continue
    const request = fillRequest(example, values)
    await run.judgeExample(example, { request, reply: await send(request) }, values)
  }
}

function isReadOnly({ request, states }: Example): boolean {
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  return isSafe && states.length < 2 && states.every((state) => given[state])
}

async function valuesOf({ states: [state] }: Example, run: Run): Promise<StateValues | undefined> {
  return state === undefined ? {} : await given[state]?.(run)
}
