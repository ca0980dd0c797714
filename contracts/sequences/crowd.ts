import type { Bench } from '../judge/bench.ts'
import { survey } from '../judge/survey.ts'
import { SetUpError } from '../stage.ts'

/** How many posts a crowd has: one more than the page size that services like best. */
export const crowdSize = 101
const atATime = 4

/**
 * Creates many posts and looks whether all are there, also after the first and the one in the middle were changed: a
 * list that is cut off without a word, and a service that forgets the oldest, show in a crowd alone.
 */
export async function playCrowd(bench: Bench): Promise<void> {
  const { stage } = bench
  const create = async () => {
    const title = `${await stage.freeTitle()} ${bench.marker} one of many`
    await stage.create({ title })
  }
  try {
    for (let made = 0; made < crowdSize; made += atATime) {
      await Promise.all(Array.from({ length: Math.min(atATime, crowdSize - made) }, create))
    }
  } catch (error) {
    // A service may take fewer posts than that; those it took are there all the same.
    if (!(error instanceof SetUpError)) throw error
  }
  const { alive } = bench.own
  const [first, middle] = [alive[0], alive[Math.floor(alive.length / 2)]]
  const blame = {
    target: first?.id,
    forTarget: 'others.untouched',
    forOthers: 'others.untouched',
    forStrays: 'create.adds',
  } as const
  bench.open('a crowd of posts', {
    request: { method: 'GET', path: '/posts', headers: {} },
    reply: await stage.send({ method: 'GET', path: '/posts', headers: {} }),
  })
  if (!(await bench.check(['list.all', 'others.untouched'], () => survey(bench, blame))) || !first || !middle)
    return
  await stage.replace(first, { title: first.title, content: 'Changed in a crowd.' })
  await stage.delete(middle)
  if (!(await bench.check(['list.all', 'others.untouched', 'delete.removes'], () => survey(bench, blame))))
    return
  await stage.delete(first)
  await bench.check(['list.all', 'others.untouched', 'delete.removes'], () => survey(bench, blame))
}
