import { expect, test } from 'vitest'
import type { Clause } from './fleet/fault.ts'
import { faults } from './fleet/faults.ts'
import { type PlayOptions, play } from './fleet/play.ts'
import { passage, roundTrip, singles, tour } from './fleet/programs.ts'
import type { Change } from './fleet/provider.ts'
import { sequenceFaults } from './fleet/sequence-faults.ts'
import { startProvider } from './fleet/start.ts'
import type { Step } from './fleet/steps.ts'
import type { Silence } from './fleet/variation.ts'
import { variations } from './fleet/variations.ts'

const all = [...faults, ...sequenceFaults]

/** What a variation has to go through: everything, unless it varies what is done to every answer alike. */
const way: Partial<Record<Silence, readonly Step[]>> = {
  time: roundTrip,
  access: passage,
  transport: passage,
  'method.other': passage,
}

/** Plays steps on a provider of its own: what is contradicted, as one set of clauses for each observation. */
async function contradicted(
  steps: readonly Step[],
  change?: Change,
  options?: PlayOptions,
): Promise<readonly Clause[][]> {
  const { url, close } = await startProvider(change)
  try {
    return (await play(url, steps, options)).map(({ clauses }) => [...clauses])
  } finally {
    await close()
  }
}

test('the correct provider obeys the document', async () => {
  const programs = new Set([tour, ...all.map(({ shownBy }) => shownBy)])
  for (const steps of programs) expect(await contradicted(steps)).toEqual([])
})

test.concurrent.each(variations)('$name, a variation of $choice, obeys the document', async (variation) => {
  const { choice, change, headers = {} } = variation
  expect(await contradicted(way[choice] ?? tour, change, { headers, settle: 400 })).toEqual([])
})

test.concurrent.each(all)('$name breaks $clause', async ({ change, clause, shownBy }) => {
  expect(await contradicted(shownBy, change)).toContainEqual(expect.arrayContaining([clause]))
})

test.concurrent.each(sequenceFaults)('$name does not show in a single request', async ({ change }) => {
  for (const steps of singles) expect(await contradicted(steps, change)).toEqual([])
})
