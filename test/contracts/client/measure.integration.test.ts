import { expect, test } from 'vitest'
import { seen } from '../../../contracts/choices/detection.ts'
import { type ClientFile, parseClient } from '../../../contracts/client/client-file.ts'
import { fitOf } from '../../../contracts/client/fit.ts'
import { type MeasureOptions, measureClient, NotMeasurable } from '../../../contracts/client/measure.ts'
import type { Answers } from '../../../contracts/client/shaping.ts'
import { clientReport, fitReport } from '../../../contracts/report/client-report.ts'
import { completeProfile, type PartialProfile } from '../../../handlers/choices/profile.ts'
import { jsonFileText } from '../../../handlers/model/json.ts'
import { base, type Client, check, plantedClient, tolerantClient } from '../../client/clients.ts'
import { runHere } from '../../client/run-here.ts'
import { sent } from '../../support/sent.ts'

async function measured(client: Client, options: Partial<MeasureOptions> = {}) {
  let runs = 0
  const result = await measureClient({
    command: 'npm test',
    run(answers) {
      runs++
      return runHere(client, answers)
    },
    ...options,
  })
  return { result, runs }
}

test('eight reliances are read completely, and nothing else is accused', async () => {
  const { result, runs } = await measured(plantedClient)
  const byChoice = Map.groupBy(result.client.fails, ({ answers }) => Object.keys(answers).join())
  const failing = [...byChoice].map(([choice, fails]) => [
    choice,
    new Set(fails.flatMap(({ tests }) => tests)),
  ])
  const test = (...names: string[]) => new Set(names)
  expect(failing).toEqual([
    ['create.status', test('adds a post')],
    ['create.body', test('shows the new post')],
    ['create.location', test('opens the new post')],
    ['id.assignment', test('begins with post 1')],
    ['error.body', test('says why a post is missing')],
    ['list.order', test('has the newest post last')],
    ['list.page-size', test('counts the posts')],
    ['post.extra-fields', test('draws three columns')],
  ])
  expect(result.untried).toEqual([])
  expect(runs).toBeLessThan(70)
  const report = clientReport(result)
  expect(report).toContain(`
✗ create.location  The Location header of a create: the path of the new post
("yes"), its absolute URL, or that of the list.
  fails "opens the new post" with "no", "list"
  passes with "yes", "absolute"
  → POST /posts {"title":"Tea","content":"Kenya"}
  ← 201 (location: none) {"id":13,"title":"Tea","content":"Kenya"}
  advice Read Location only if it is there`)
  const file = jsonFileText(result.client)
  expect(parseClient(file, 'posts.client.json')).toEqual(result.client)
  expect(breaksOf(result.client, {})).toEqual([])
  expect(breaksOf(result.client, { 'create.location': 'absolute', 'delete.missing': 204 })).toEqual([])
  expect(breaksOf(result.client, { 'create.status': 204 })).toEqual(['create.body'])
  expect(breaksOf(result.client, { 'list.order': 'id-descending' })).toEqual(['list.order'])
})

/** How a client fits a service with the answers of a profile. */
function fitAt(client: ClientFile, profile: PartialProfile) {
  const answers = completeProfile(profile)
  return fitOf('posts.client.json', client, (choice) => seen<unknown>(answers[choice]))
}

const breaksOf = (...given: Parameters<typeof fitAt>) =>
  fitAt(...given).breaks.flatMap((each) => Object.keys(each.answers))

test('a client that copes with everything needs nine runs', async () => {
  const { result, runs } = await measured(tolerantClient)
  expect(result.failures).toEqual([])
  expect(Object.keys(result.client.passes).length).toBeGreaterThan(12)
  expect(runs).toBeLessThanOrEqual(9)
})

test('a body is what fails, not the other status that it needs', async () => {
  const client: Client = {
    async 'deletes a post'(fetch) {
      const reply = await fetch('https://a.example/v1/posts/3', { method: 'DELETE' })
      if ((await reply.text()).includes('message')) throw new Error('A message?')
    },
  }
  const { result } = await measured(client)
  expect(result.client.fails).toMatchObject([{ answers: { 'delete.body': { message: 'text' } } }])
  expect(result.client.passes['delete.body']).toEqual(['none', 'post', {}, 1, ['post']])
})

test('a pair is told as such', async () => {
  const client: Client = {
    async 'opens what it made'(fetch) {
      const reply = await fetch('https://a.example/v1/posts', sent('POST', { title: 'Tea', content: '' }))
      const { id = undefined } = JSON.parse((await reply.text()) || '{}') as { id?: number }
      if (id === undefined && !reply.headers.has('location')) throw new Error('Where is it?')
    },
  }
  const { result } = await measured(client)
  expect(result.client.fails.map(({ answers }) => answers)).toContainEqual({
    'create.body': 'none',
    'create.location': 'no',
  })
  expect(fitReport(fitAt(result.client, 'minimal' as never))).toContain(
    'BREAKS YOUR CLIENT: create.body is "none" and create.location is "no" there',
  )
})

test('the file is the same for each measurement', async () => {
  const { 'adds a post': adds, 'counts the posts': counts } = plantedClient
  const client = { adds, counts } as Client
  const files = [await measured(client), await measured(client)].map(({ result }) =>
    jsonFileText(result.client),
  )
  expect(files[0]).toBe(files[1])
})

test('an answer that a test states is not tried with it, and hides none with the same status', async () => {
  const client: Client = {
    async 'deletes a post'(fetch) {
      check((await fetch(`${base}/posts/3`, { method: 'DELETE' })).status === 204, 'not deleted')
      await fetch(`${base}/posts/3`, { method: 'DELETE' })
    },
  }
  const run = (answers: Answers) => runHere(client, answers, { 'delete.missing': 204 })
  const { result } = await measured(client, { run })
  expect(Object.keys(result.client.passes)).not.toContain('delete.missing')
  expect(result.client.fails.map(({ answers }) => answers)).toContainEqual({ 'delete.status': 200 })
})

test('answers of a given profile are tried too', async () => {
  const { 'adds a post': adds } = plantedClient
  const profile = completeProfile({ 'create.status': 206, 'list.order': 'insertion' })
  const { result } = await measured({ adds } as Client, { profiles: [profile] })
  expect(result.client.fails.map(({ answers }) => answers['create.status'])).toEqual([206, 200, 202, 204])
  expect(Object.keys(result.client.passes)).not.toContain('list.order')
})

test('a test that fails now and then ends the measurement, and nothing is accused', async () => {
  let runs = 0
  const { result } = await measured({
    async 'loads the list'(fetch) {
      await fetch('https://a.example/v1/posts')
      if (++runs === 2) throw new Error('Too late.')
    },
  })
  expect(result.failureReason).toMatch(/^The command fails now and then\./)
  expect(result.failures).toEqual([])
})

test('what was known when the run was interrupted is told', async () => {
  let runs = 0
  const { result } = await measured(plantedClient, {
    async run(answers) {
      if (++runs > 20) throw new NotMeasurable('The run was interrupted.')
      return await runHere(plantedClient, answers)
    },
  })
  expect(result.failureReason).toMatch(/interrupted/)
  expect(result.failures.length).toBeGreaterThan(0)
})
