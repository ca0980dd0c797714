import type { Observation } from '../choices/detection.ts'
import { isBarred } from '../judge/attempts.ts'
import type { CheckContext } from '../judge/check-context.ts'
import { states } from '../model/states.ts'
import type { Example } from '../spec/example.ts'
import { examples } from '../spec/examples.ts'
import type { StateName, StateValues } from '../spec/states.ts'
import { judgeExample } from './example-step.ts'

/** How many posts to try until one is readable. */
const mostPrivate = 8

/** The states that exist without a write; undefined where the provider has no posts. */
const given: Partial<Record<StateName, (context: CheckContext) => Promise<StateValues | undefined>>> = {
  'several posts exist': async () => ({}),
  'a post exists': async (context) => {
    for (const id of [...context.foreign].slice(0, mostPrivate)) {
      const reply = await context.look(`/posts/${id}`)
      if (!isBarred(reply)) return { id }
    }
    return undefined
  },
  'no post has the id': ({ setup }) => states['no post has the id'](setup),
}

/** Runs the examples that only read, on existing posts. */
export async function runReadOnly(context: CheckContext): Promise<Map<string, Observation>> {
  const observed = new Map<string, Observation>()
  for (const example of examples.filter(isReadOnly)) {
    const values = await valuesOf(example, context)
    if (values) observed.set(example.key, await judgeExample(context, example, values))
  }
  return observed
}

function isReadOnly({ request, states }: Example): boolean {
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  return isSafe && states.length < 2 && states.every((state) => given[state])
}

async function valuesOf(
  { states: [state] }: Example,
  context: CheckContext,
): Promise<StateValues | undefined> {
  return state === undefined ? {} : await given[state]?.(context)
}
