import { expect, test } from 'vitest'
import { Bench } from '../../../contracts/judge/bench.ts'
import { takeOver } from '../../../contracts/judge/replace-check.ts'
import { survey } from '../../../contracts/judge/survey.ts'
import { noPatience } from '../../../contracts/session/patience.ts'
import { Stage } from '../../../contracts/session/stage.ts'

const headers = { 'content-type': 'application/json' }
const post = { id: 12, title: 'mark-1', content: 'plain' }

/** A run that has replaced a post that did not exist, at a service that lists some posts since. */
async function afterReplace(...listed: readonly object[]): Promise<Bench> {
  const stage = new Stage({
    send: async ({ path }) =>
      path === '/posts'
        ? { status: 200, headers, body: JSON.stringify(listed) }
        : { status: 404, headers, body: '{}' },
    nextTitle: () => 'mark-9',
  })
  const bench = new Bench(stage, 'mark', noPatience)
  await takeOver(bench, post)
  return bench
}

test('a post that a replace created late is taken over when it shows, as old as the replace is', async () => {
  const younger = { id: 3, title: 'mark-2', content: 'plain' }
  const bench = await afterReplace(post, younger)
  bench.stage.adopt(younger)
  expect(await survey(bench)).toEqual([])
  expect(bench.own.get(12)).toEqual(post)
  expect(bench.own.history.map(({ id }) => id)).toEqual([12, 3])
})

test('a post with other texts under the id of a replace is nobody’s', async () => {
  const bench = await afterReplace({ ...post, content: 'mark-7' })
  expect(await survey(bench)).toMatchObject([{ about: 'the list holds a post 12 that nobody made' }])
})

test('a replace that created nothing leaves nothing to own', async () => {
  const bench = await afterReplace()
  expect(await survey(bench)).toEqual([])
  expect(bench.own.alive).toEqual([])
})
