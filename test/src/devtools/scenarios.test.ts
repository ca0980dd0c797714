import { expect, test } from 'vitest'
import { enterScenario, scenarioOf, scenarios } from '../../../src/devtools/scenarios.ts'
import { createPostsMock } from '../../../src/index.ts'

test.each(scenarios.filter(({ faults }) => faults).map(({ id }) => id))(
  '%s is recognised once it is entered',
  async (id) => {
    const { world } = createPostsMock({ posts: 2, latency: 5 })
    world.faults.next('any', 'timeout')
    expect(scenarioOf(world.faults.settings)).toBeUndefined()
    await enterScenario(world, id)
    expect(scenarioOf(world.faults.settings)).toBe(id)
  },
)

test('no posts, a thousand, and hostile ones', async () => {
  const { world } = createPostsMock({ posts: 2 })
  await enterScenario(world, 'empty')
  expect(world.store.count).toBe(0)
  await enterScenario(world, 'thousand')
  expect(world.store.count).toBe(1000)
  await enterScenario(world, 'hostile')
  expect(world.store.read(2n ** 53n + 1n)?.title).toBe('An id beyond 2^53')
})
