import { expect, test } from 'vitest'
import { oneIn } from '../support/full.ts'
import type { Clause } from './fault.ts'
import { faults } from './faults.ts'
import { inputs, oddities, passage, roundTrip, singles, states } from './programs.ts'
import type { Change } from './provider.ts'
import { type RunOptions, runSteps } from './run-steps.ts'
import { sequenceFaults } from './sequence-faults.ts'
import { startProvider } from './start.ts'
import type { Step } from './steps.ts'
import { variations } from './variations.ts'

// A loaded machine takes longer, and is not a fault of the set.
const everyFault = [...faults, ...sequenceFaults]

/** What the variations of a family have to go through. */
const ways: Readonly<Record<string, readonly Step[]>> = {
  create: states,
  replace: states,
  delete: states,
  id: states,
  strangers: states,
  input: inputs,
  text: inputs,
  error: inputs,
  list: passage,
  post: passage,
  wire: passage,
  method: passage,
  transport: passage,
  access: passage,
  time: roundTrip,
  several: [...states, ...oddities],
}

/** Runs steps on a provider of its own: what its answers contradict, one list of clauses for each observation. */
async function contradicted(
  steps: readonly Step[],
  change?: Change,
  options?: RunOptions,
): Promise<readonly Clause[][]> {
  const { url, close } = await startProvider(change)
  try {
    return (await runSteps(url, steps, options)).map(({ clauses }) => [...clauses])
  } finally {
    await close()
  }
}

test('the correct provider obeys the document, whatever a fault is shown by', async () => {
  const programs = [states, inputs, ...everyFault.map(({ shownBy }) => shownBy)]
  const different = new Map(programs.map((steps) => [JSON.stringify(steps), steps]))
  for (const steps of different.values()) expect(await contradicted(steps)).toEqual([])
})

/** Steps without others cannot tell that a freed id has a post of somebody else. */
const steady = variations.filter(({ name }) => name !== 'strangers-take-freed-ids')

test.concurrent.each(oneIn(16, steady))(
  '$name, a variation of $choice, obeys the document',
  async (variation) => {
    const { choice, change, headers = {} } = variation
    const [family = ''] = choice.split('.')
    const settle = family === 'time' || family === 'several' ? 400 : 0
    expect(await contradicted(ways[family] ?? states, change, { headers, settle })).toEqual([])
  },
)

test.concurrent.each(oneIn(16, everyFault))('$name breaks $clause', async ({ change, clause, shownBy }) => {
  expect(await contradicted(shownBy, change)).toContainEqual(expect.arrayContaining([clause]))
})

test.concurrent.each(oneIn(16, sequenceFaults))(
  '$name does not show in a single request',
  async ({ change }) => {
    for (const steps of singles) expect(await contradicted(steps, change)).toEqual([])
  },
)

const gates = variations.filter(({ headers }) => headers)

test.concurrent.each(gates)('$name refuses who does not send what it needs', async ({ change }) => {
  expect(await contradicted(roundTrip, change)).not.toEqual([])
})

test('no name stands for two providers', () => {
  const names = [...everyFault, ...variations].map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('a provider counts its requests and shows what it keeps', async () => {
  const { url, requests, provider, close } = await startProvider()
  await fetch(`${url}/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'one', content: 'two' }),
  })
  await close()
  expect(requests).toEqual(['POST /v1/posts'])
  expect([...provider.posts.values()]).toEqual([{ id: 1n, title: 'one', content: 'two' }])
})
