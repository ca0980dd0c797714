import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { verifySuite } from '../../../contracts/report/verify-suite.ts'
import { clauseIds } from '../../../contracts/spec/clauses.ts'
import { type RunningProvider, startProvider } from '../../provider-set/start.ts'
import { runVitestProject } from '../../support/vitest-project.ts'

const example = readFileSync('docs/examples/reports/provider.test.ts', 'utf8')
const contracts = resolve(import.meta.dirname, '../../../contracts/index.ts')

/** A provider whose list lacks the first post. */
async function faulty(): Promise<RunningProvider> {
  const provider = await startProvider((_provider, correct) => ({ all: () => correct.all().slice(1) }))
  onTestFinished(provider.close)
  return provider
}

const suiteOf = (url: string) => `verifySuite({ url: '${url}', describe, it, budget: 0, settle: 100 })`

const exampleAt = ({ url }: RunningProvider) =>
  example
    .replace('https://staging.example.com/v1', url)
    .replace('describe, it })', 'describe, it, budget: 0, settle: 100 })')

test('Vitest has a test for each clause: the broken one fails with what shows it; where no provider is the first fails, and the others are skipped', async () => {
  const gone = await startProvider()
  await gone.close()
  const { code, output } = await runVitestProject({
    'posts.test.ts': exampleAt(await faulty()),
    'gone.test.ts': exampleAt(gone),
  })
  expect(code).toBe(1)
  expect(output).toMatch(/FAIL .*posts\.test\.ts .*list\.all: The list has every post once/)
  expect(output.match(/FAIL .*gone\.test\.ts .*/g)).toEqual([expect.stringContaining('can be judged')])
  expect(output).toMatch(/Error: .*\n.*expected: /)
  expect(output).toMatch(/nothing listens/)
  expect(output).not.toContain('Test timed out')
  const [, passed, skipped, all] = /Tests .*?(\d+) passed \| (\d+) skipped \((\d+)\)/.exec(output) ?? []
  expect({ all: Number(all), skips: Number(skipped) > 9, passes: Number(passed) > 0 }).toEqual({
    all: 2 * (clauseIds.length + 1),
    skips: true,
    passes: true,
  })
})

test('node:test has the same, from one run, and the provider has no post left that can be removed', async () => {
  const provider = await faulty()
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-suite-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'posts.test.mjs')
  await writeFile(
    file,
    `import { describe, it } from 'node:test'
    import { verifySuite } from '${contracts}'
    ${suiteOf(provider.url)}`,
  )
  const output = await new Promise<string>((settle) =>
    execFile(process.execPath, ['--test', '--test-reporter=tap', file], (_error, stdout, stderr) =>
      settle(stdout + stderr),
    ),
  )
  expect(output).toMatch(/not ok \d+ - list\.all: /)
  expect(output).toMatch(/ok \d+ - read\.missing: /)
  expect(output).toContain(`# tests ${clauseIds.length + 1}`)
})

test('a runner without a context, such as Jest, gets the same tests, and the provider is asked once', async () => {
  const provider = await startProvider()
  onTestFinished(provider.close)
  const bodies: (readonly [string, (...given: unknown[]) => Promise<void>])[] = []
  verifySuite({
    url: provider.url,
    budget: 0,
    describe: (_name, body) => body(),
    it: (name, body) => void bodies.push([name, body]),
  })
  // Jest takes a parameter for a callback that it waits for.
  expect(bodies.filter(([, body]) => body.length > 0)).toEqual([])
  await bodies[0]?.[1]()
  const { length } = provider.requests
  const outcomes = await Promise.all(
    bodies.map(([, body]) =>
      body().then(
        () => 'passed',
        () => 'failed',
      ),
    ),
  )
  expect(provider.requests).toHaveLength(length)
  expect(provider.provider.posts.size).toBe(0)
  expect(outcomes.slice(0, clauseIds.length + 1)).toEqual(Array(clauseIds.length + 1).fill('passed'))
})
