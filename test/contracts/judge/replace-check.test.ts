import { expect, test } from 'vitest'
import { CheckContext } from '../../../contracts/judge/check-context.ts'
import { checkList } from '../../../contracts/judge/list-check.ts'
import { checkReplace, takeOver } from '../../../contracts/judge/replace-check.ts'
import { StateSetup } from '../../../contracts/model/state-setup.ts'
import { noPatience } from '../../../contracts/wire/patience.ts'

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

/** Checks a replace of post 12 at a service with so many foreign posts; counts how often the list is read. */
async function replaceBeside(foreign: number, listed = post.title) {
  const others = Array.from({ length: foreign }, (_, at) => ({ id: at + 100, title: 'Theirs', content: '' }))
  const list = JSON.stringify([{ ...post, title: listed }, ...others])
  let looks = 0
  const setup = new StateSetup({
    async send({ path }) {
      if (path === '/posts') looks++
      return { status: 200, headers, body: path === '/posts' ? list : JSON.stringify(post) }
    },
    nextTitle: () => 'mark-9',
  })
  const context = new CheckContext(setup, 'mark', noPatience)
  setup.adopt({ ...post, title: listed })
  await checkList(context)
  looks = 0
  const request = { method: 'PUT', path: '/posts/12', headers, body: JSON.stringify(post) }
  const exchange = { request, reply: { status: 200, headers, body: '' } }
  setup.note(exchange)
  await checkReplace(context, exchange, 12, post)
  return { looks, broken: context.findings.map(({ clause }) => clause) }
}

test.each([0, 50_001])('a list that keeps the old title is found beside %i foreign posts', async (count) => {
  expect((await replaceBeside(count, 'mark-0')).broken).toEqual(['replace.whole'])
})

test.each([
  ['old', ['replace.whole']],
  ['', []],
])('after a replace without a title, the title that was and is %j breaks %j', async (title, broken) => {
  const setup = new StateSetup({
    send: async () => ({ status: 200, headers, body: JSON.stringify({ ...post, title }) }),
    nextTitle: () => 'mark-9',
  })
  const context = new CheckContext(setup, 'mark', noPatience)
  setup.adopt({ ...post, title })
  const request = { method: 'PUT', path: '/posts/12', headers, body: '{"content":"new"}' }
  await checkReplace(context, { request, reply: { status: 200, headers, body: '' } }, 12, { content: 'new' })
  expect(context.findings.map(({ clause }) => clause)).toEqual(broken)
})

test('a fault of a replace that was sent before the check shows that replace first', async () => {
  const setup = new StateSetup({
    send: async ({ path }) => ({
      status: 200,
      headers,
      body: JSON.stringify(path === '/posts' ? [{ ...post, content: 'old' }] : post),
    }),
    nextTitle: () => 'mark-9',
  })
  const context = new CheckContext(setup, 'mark', noPatience)
  setup.adopt({ ...post, content: 'old' })
  await setup.replace({ ...post, content: 'old' }, post)
  await context.check([], () => checkList(context))
  expect(context.findings.map(({ clause, exchanges }) => [clause, exchanges[0]?.request.method])).toEqual([
    ['replace.whole', 'PUT'],
  ])
})
