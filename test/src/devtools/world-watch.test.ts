import { expect, test } from 'vitest'
import { wordSeeder } from '../../../handlers/seed/word-seeder.ts'
import { watchOf } from '../../../src/devtools/world-watch.ts'
import { createPostsMock } from '../../../src/index.ts'

test('posts that are added twice at the same time are one step to undo', async () => {
  const { world } = createPostsMock({ posts: 1 })
  const watch = watchOf(world)
  await Promise.all([watch.addPosts(2, wordSeeder), watch.addPosts(9, wordSeeder)])
  expect(watch.state).toMatchObject({ posts: 12, undo: 1 })
  watch.undo()
  expect(world.store.count).toBe(1)
})

test('a step that fails in the middle is a step all the same', async () => {
  const { world } = createPostsMock({ posts: 1 })
  const watch = watchOf(world)
  const half = watch.addPosts(2, (seed, id) => {
    if (id === 3) throw new Error('no more')
    return wordSeeder(seed, id)
  })
  await expect(half).rejects.toThrow('no more')
  expect(watch.state).toMatchObject({ posts: 2, undo: 1 })
})
