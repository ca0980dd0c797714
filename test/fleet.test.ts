import { expect, test } from 'vitest'
import { faults } from './fleet/faults.ts'
import { type PlayOptions, play } from './fleet/play.ts'
import { roundTrip, tour } from './fleet/programs.ts'
import type { Change } from './fleet/provider.ts'
import { startProvider } from './fleet/start.ts'
import type { Step } from './fleet/steps.ts'
import { variations } from './fleet/variations.ts'

async function contradictions(steps: readonly Step[], change?: Change, options?: PlayOptions) {
  const { url, close } = await startProvider(change)
  try {
    return await play(url, steps, options)
  } finally {
    await close()
  }
}

test('the correct provider obeys the document', async () => {
  expect(await contradictions(tour)).toEqual([])
})

test.concurrent.each(variations)('$name, a variation of $choice, obeys the document', async (variation) => {
  const { choice, change, headers = {} } = variation
  const steps = choice === 'time' ? roundTrip : tour
  expect(await contradictions(steps, change, { headers, settle: 400 })).toEqual([])
})

test.concurrent.each(faults)('$name breaks $clause', async ({ change, clause, shownBy }) => {
  expect(await contradictions(shownBy)).toEqual([])
  const shown = await contradictions(shownBy, change)
  expect(shown.map(({ clauses }) => [...clauses])).toContainEqual(expect.arrayContaining([clause]))
})
