import { expect, test } from 'vitest'
import { faults } from './fleet/faults.ts'
import { play } from './fleet/play.ts'
import type { Change } from './fleet/provider.ts'
import { startProvider } from './fleet/start.ts'
import type { Step } from './fleet/steps.ts'

async function contradictions(steps: readonly Step[], change?: Change) {
  const { url, close } = await startProvider(change)
  try {
    return await play(url, steps)
  } finally {
    await close()
  }
}

test.concurrent.each(faults)('$name breaks $clause', async ({ change, clause, shownBy }) => {
  expect(await contradictions(shownBy)).toEqual([])
  const shown = await contradictions(shownBy, change)
  expect(shown.map(({ clauses }) => [...clauses])).toContainEqual(expect.arrayContaining([clause]))
})
