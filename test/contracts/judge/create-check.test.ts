import { expect, test } from 'vitest'
import { CheckContext } from '../../../contracts/judge/check-context.ts'
import { checkCreate } from '../../../contracts/judge/create-check.ts'
import { checkList } from '../../../contracts/judge/list-check.ts'
import { StateSetup } from '../../../contracts/model/state-setup.ts'
import { noPatience } from '../../../contracts/wire/patience.ts'

const json = { 'content-type': 'application/json' }

test.each([
  { areOthersAtWork: false, clauses: ['create.assigns-id'] },
  { areOthersAtWork: true, clauses: [] },
])('two ids that posts of others had are no chance, unless others write: $areOthersAtWork', async (given) => {
  const { areOthersAtWork, clauses } = given
  const posts = new Map([3, 4].map((id) => [id, { id, title: 'theirs', content: '' }]))
  const ids = posts.keys()
  const setup = new StateSetup({
    send: async ({ path, body: sent }) => {
      const id = sent === undefined ? Number(path.split('/')[2]) : (ids.next().value ?? 0)
      if (sent !== undefined) posts.set(id, { id, ...JSON.parse(sent) })
      const shown = path === '/posts' && sent === undefined ? [...posts.values()] : posts.get(id)
      return { status: shown ? 200 : 404, headers: json, body: JSON.stringify(shown ?? {}) }
    },
    nextTitle: () => 'mark-9',
    book: { areOthersAtWork, takeUnmarked: () => undefined },
  })
  const context = new CheckContext(setup, 'mark', noPatience)
  await checkList(context)
  for (const title of ['mark-1', 'mark-2']) {
    const sent = { title, content: 'plain' }
    const request = { method: 'POST', path: '/posts', headers: json, body: JSON.stringify(sent) }
    await checkCreate(context, { request, reply: await setup.send(request) }, sent, true)
  }
  expect(context.findings.map(({ clause }) => clause)).toEqual(clauses)
})

test.each([
  { about: 'repeats the id of the request', named: { id: 3 }, clauses: [] },
  { about: 'has the id of another post', named: {}, clauses: ['create.assigns-id', 'create.assigns-id'] },
])('a reply to a create that $about', async ({ named, clauses }) => {
  const sent = { title: 'mark-1', content: 'plain' }
  const posts = [
    { id: 3, title: 'theirs', content: '' },
    { id: 4, ...sent },
  ]
  const setup = new StateSetup({
    send: async ({ path }) => {
      const shown = path === '/posts' ? posts : posts.find(({ id }) => path === `/posts/${id}`)
      return { status: shown ? 200 : 404, headers: json, body: JSON.stringify(shown ?? {}) }
    },
    nextTitle: () => 'mark-9',
  })
  const context = new CheckContext(setup, 'mark', noPatience)
  const request = {
    method: 'POST',
    path: '/posts',
    headers: json,
    body: JSON.stringify({ ...named, ...sent }),
  }
  const reply = { status: 201, headers: json, body: JSON.stringify({ id: 3, ...sent }) }
  await checkCreate(context, { request, reply }, sent, true)
  expect(context.findings.map(({ clause }) => clause)).toEqual(clauses)
})
