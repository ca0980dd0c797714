import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { jsonReport } from '../../../contracts/report/json-report.ts'
import { junitReport } from '../../../contracts/report/junit-report.ts'
import { markdownReport, textReport } from '../../../contracts/report/text-report.ts'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import { firstTwin } from '../../provider-set/kept-posts.ts'
import type { Change } from '../../provider-set/provider.ts'
import { type RunningProvider, startProvider } from '../../provider-set/start.ts'
import { runCli } from '../../support/cli.ts'
import { jsonFaults } from '../../support/report-schemas.ts'
import { temporaryFolder } from '../../support/run-folder.ts'
import { runProgram } from '../../support/run-program.ts'
import { verifyAt } from '../../support/verify-at.ts'

async function started(change: Change): Promise<RunningProvider> {
  const provider = await startProvider(change)
  onTestFinished(() => provider.close())
  return provider
}

/** Of two posts with the same texts, a delete of the second removes the first. */
const subtle: Change = (provider, correct) => ({ remove: (id) => correct.remove(firstTwin(provider, id)) })
const token = 'Bearer s3cr3t-t0ken-4711'

// With a smaller budget a busy machine runs fewer.
const usual = { seed: 1, budget: 20_000 }
const { broken, ...result } = await verifyAt(subtle, { ...usual, headers: { Authorization: token } })

test('finds what no single request shows, and says by what', () => {
  expect(result).toMatchObject({ verdict: 'broken', exitCode: 1 })
  expect(broken).toHaveLength(1)
  expect(result.findings[0]?.shownBy).toBe(result.sequences?.failure?.key)
  expect(result.sequences).toMatchObject({ seed: 1, failure: { kind: 'deterministic', runs: 3, shown: 3 } })
})

test('shows the requests and replies, as commands, and the line that replays it', () => {
  const text = textReport(result, { isVerbose: true, width: 200 })
  expect(text).toMatch(/\[sequence\/\d+; 3 of 3 times\]/)
  expect(text).toMatch(/→ GET .*\n {2}← 404 /)
  expect(text).toMatch(/repeat ids\(\) \{ /)
  expect(text).toContain(`verify ${result.url} --only ${result.sequences?.failure?.key}`)
  expect(text).toMatch(/\d+ sequences \(--seed 1 repeats them\)\./)
})

test.each([
  ['text', (result: VerifyResult) => textReport(result)],
  ['JSON', jsonReport],
  ['JUnit XML', junitReport],
  ['Markdown', markdownReport],
])('has the sequence and no secret in a report as %s', (_name, report) => {
  expect(report(result)).toContain(result.sequences?.failure?.key)
  expect(report(result)).not.toContain('s3cr3t')
  expect(report(result).length).toBeLessThan(200_000)
})

test('the JSON report follows its schema', () => {
  expect(jsonFaults(JSON.parse(jsonReport(result)))).toEqual([])
})

test('makes commands that a shell can run, and that show the fault', async () => {
  const { url } = await started(subtle)
  const script = result.sequences?.failure?.script ?? []
  const commands = script.join('\n').replaceAll(result.url, url)
  const { stdout, stderr } = await runProgram('sh', ['-c', commands], { env: { AUTHORIZATION: token } })
  expect(stderr + stdout).toMatch(/"id":2[\s\S]*\{"status":404,"detail":"No post has the id 1\."\}/)
})

test('replays one sequence alone, and exits with 1 where it fails and 0 where it does not', async () => {
  const key = result.sequences?.failure?.key ?? ''
  const faulty = await verifyAt(subtle, { ...usual, only: key })
  expect(faulty).toMatchObject({ exitCode: 1, sequences: { failure: { key } } })
  const correct = await verifyAt(undefined, { ...usual, only: key })
  expect(correct).toMatchObject({ exitCode: 0, verdict: 'held' })
})

/** Whether a text has the title of a post of a sequence. */
const isOfSequence = (text: string) => /pu[^aeiou]{7}i/.test(text)

test('exits with 3 where the provider is gone in the middle of the sequences', async () => {
  let posts = 0
  const running = await started((_provider, correct) => ({
    answer: (call) => {
      if (isOfSequence(String(call.body))) posts++
      return correct.answer(call)
    },
    send: (reply, response, call) =>
      posts > 3 ? void response.destroy() : correct.send(reply, response, call),
  }))
  const folder = await temporaryFolder()
  vi.stubEnv('XDG_STATE_HOME', folder)
  const json = join(folder, 'gone.json')
  const { code } = await runCli('verify', running.url, '--quiet', '--json', json, '--only', 'sequence/1')
  expect(code).toBe(3)
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({ verdict: 'not judged', exitCode: 3 })
})
