import { expect, test } from 'vitest'
import { CheckContext } from '../../../contracts/judge/check-context.ts'
import { checkList } from '../../../contracts/judge/list-check.ts'
import { takeOver } from '../../../contracts/judge/replace-check.ts'
import { noPatience } from '../../../contracts/session/patience.ts'
import { StateSetup } from '../../../contracts/session/state-setup.ts'

const headers = { 'content-type': 'application/json' }
const post = { id: 12, title: 'mark-1', content: 'plain' }

/** A run that has replaced a post that did not exist, at a service that lists some posts since. */
async function afterReplace(...listed: readonly object[]): Promise<CheckContext> {
  const setup = new StateSetup({
    send: async ({ path }) =>
      path === '/posts'
        ? { status: 200, headers, body: JSON.stringify(listed) }
        : { status: 404, headers, body: '{}' },
    nextTitle: () => 'mark-9',
  })
  const context = new CheckContext(setup, 'mark', noPatience)
  await takeOver(context, post)
  return context
}

test('a post that a replace created late is taken over when it shows, as old as the replace is', async () => {
  const younger = { id: 3, title: 'mark-2', content: 'plain' }
  const context = await afterReplace(post, younger)
  context.setup.adopt(younger)
  expect(await checkList(context)).toEqual([])
  expect(context.own.get(12)).toEqual(post)
  expect(context.own.history.map(({ id }) => id)).toEqual([12, 3])
})

test('a post with other texts under the id of a replace is nobody’s', async () => {
  const context = await afterReplace({ ...post, content: 'mark-7' })
  expect(await checkList(context)).toMatchObject([{ about: 'the list has a post 12 that no request made' }])
})

test('a replace that created nothing leaves nothing to own', async () => {
  const context = await afterReplace()
  expect(await checkList(context)).toEqual([])
  expect(context.own.alive).toEqual([])
})
