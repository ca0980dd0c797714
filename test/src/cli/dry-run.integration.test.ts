import { expect, test } from 'vitest'
import { dryRun } from '../../../src/cli/dry-run.ts'

const methodsOf = (lines: readonly string[]) => new Set(lines.map((line) => line.split(' ')[0]))

test('lists the requests of a verification, each in a short line without control characters', async () => {
  const lines = await dryRun({ profile: 'default' })
  expect(lines.length).toBeGreaterThan(500)
  expect([...methodsOf(lines)]).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT', 'DELETE']))
  expect(lines.some((line) => /^POST \/posts \{"title":/.test(line))).toBe(true)
  expect(lines.filter((line) => line.length > 450 || /\p{Cc}/u.test(line))).toEqual([])
})

test.each([
  [{ without: ['replace'] }, ['PUT']],
  [{ without: ['create'] }, ['POST', 'PUT', 'DELETE']],
  [{ readOnly: true }, ['POST', 'PUT', 'DELETE']],
] as const)('sends nothing that %j leaves out', async (options, methods) => {
  const sent = methodsOf(await dryRun(options))
  expect(sent.has('GET')).toBe(true)
  expect(methods.filter((method) => sent.has(method))).toEqual([])
})
