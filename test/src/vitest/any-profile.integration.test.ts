import { expect, test } from 'vitest'
import { runVitestProject } from '../../support/vitest-project.ts'

const create = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"a","content":"b"}' }`

/** Tests that pass under the default: the first copes with some answers, the second with all. */
const suite = (profile: string) => `
  import { expect } from 'vitest'
  import { createPostsTest } from 'posts-understudy/vitest'
  const test = createPostsTest({ profile: ${profile}, seed: 3 })
  for (const name of ['one', 'two', 'three', 'four'])
    test('adds a post ' + name, async ({ mock }) => {
      const response = await fetch('http://localhost/v1/posts', ${create})
      console.log('PROFILE ' + name + ' ' + JSON.stringify(mock.profile))
      expect(response.headers.get('location')).toMatch(/^\\/v1\\/posts\\/\\d+$/)
    })
  test('reads a post', async ({ mock }) => {
    await fetch('http://localhost/v1/posts/1')
    expect.unreachable()
  })`

test('each test has its own drawn answers, and a failure prints those that repeat it', async () => {
  const files = { 'any.test.ts': suite(`'any'`) }
  const [first, second] = await Promise.all([runVitestProject(files), runVitestProject(files)])
  const profiles = first.output.match(/PROFILE \w+ {.+/g) ?? []
  expect(new Set(profiles.map((line) => line.replace(/PROFILE \S+/, ''))).size).toBe(4)
  expect(second.output.match(/PROFILE \w+ {.+/g)).toEqual(profiles)
  const printed = first.output.match(/Seed 3 drew answers\. To repeat them: profile: .+/g) ?? []
  expect(printed.length).toBeGreaterThan(1)
  const [option = ''] = printed.map((line) => line.slice(line.indexOf('{')))
  const answers = JSON.parse(option)
  expect(answers['create.location']).toMatch(/no|absolute|list/)
  for (const choice of Object.keys(answers)) expect(choice).toMatch(/^(?:create|id|post|text)\./)
  const repeated = await runVitestProject({ 'any.test.ts': suite(option) })
  expect(repeated.output.match(/× adds a post/g)).toHaveLength(4)
})
