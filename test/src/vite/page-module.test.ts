import { expect, test } from 'vitest'
import { describePage } from '../../../src/vite/page-module.ts'

test('hands all settings of the mock to the page', async () => {
  const settings = {
    seed: 7,
    profile: { 'access.credentials': 'bearer' },
    credentials: ['s3cret'],
    latency: 5,
    strict: true,
    journalLimit: 9,
  } as const
  const { code } = await describePage({ ...settings, posts: [], panel: false }, { base: '/', root: '/' })
  const [, options = ''] = /const options = (.+?);\n/.exec(code) ?? []
  expect(new Function(`return ${options}`)()).toMatchObject({ ...settings, posts: [] })
})
