import { expect, test } from 'vitest'
import { enterScenario, scenarioOf, scenarios } from '../../../src/devtools/scenarios.ts'
import { createPostsMock } from '../../../src/index.ts'

function worldOf(posts = 2) {
  return createPostsMock({ posts }).world
}

test.each(scenarios.network.map(({ id }) => id))('%s is recognised once it is entered', async (id) => {
  const { world } = createPostsMock({ posts: 2, latency: 5 })
  world.faults.next('any', 'timeout')
  await enterScenario(world, id)
  expect(scenarioOf(world.faults.settings)).toBe(id)
})

test('own settings are no scenario', () => {
  const world = worldOf()
  world.faults.latency(1)
  expect(scenarioOf(world.faults.settings)).toBeUndefined()
  world.faults.clear()
  world.faults.next('any', 'timeout')
  expect(scenarioOf(world.faults.settings)).toBeUndefined()
})

test('no posts, a thousand, and hostile ones', async () => {
  const world = worldOf()
  await enterScenario(world, 'empty')
  expect(world.store.count).toBe(0)
  await enterScenario(world, 'thousand')
  expect(world.store.count).toBe(1000)
  await enterScenario(world, 'hostile')
  expect(world.store.read(2n ** 53n + 1n)?.title).toBe('An id beyond 2^53')
})

test('read only lets reads through and fails every write', async () => {
  const mock = createPostsMock({ posts: 2 })
  await enterScenario(mock.world, 'read-only')
  const base = 'http://localhost/v1/posts'
  const statuses = [await mock.fetch(base), await mock.fetch(`${base}/1`, { method: 'DELETE' })]
  expect(statuses.map(({ status }) => status)).toEqual([200, 503])
})

test('names the scenarios there are where one is not', async () => {
  await expect(enterScenario(worldOf(), 'slwo')).rejects.toThrow(
    'Unknown scenario "slwo". Scenarios: normal, slow, flaky, lossy, read-only, offline, empty, thousand, hostile.',
  )
})
