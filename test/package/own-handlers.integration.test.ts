import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runVitestProject } from '../support/vitest-project.ts'

const page = readFileSync(new URL('../../docs/own-handlers.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, text = '']) => text)

test('every code block of docs/own-handlers.md is a test that passes', async () => {
  const files = blocks.map((text, at) => [`block-${at + 1}.test.ts`, text] as const)
  const { code, output } = await runVitestProject(Object.fromEntries(files))
  expect(output).toContain(`Test Files  ${blocks.length} passed`)
  expect(code).toBe(0)
})
