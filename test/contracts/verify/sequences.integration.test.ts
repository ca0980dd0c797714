import { expect, test } from 'vitest'
import { junitReport } from '../../../contracts/report/junit-report.ts'
import { jsonReport, markdownReport, textReport } from '../../../contracts/report/verify-reports.ts'
import { realClock } from '../../../contracts/wire/clock.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import { all, holding } from '../../provider-set/changes.ts'
import type { Change } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { instant } from '../../support/distant-clock.ts'
import { jsonFaults } from '../../support/report-schemas.ts'
import { runProgram } from '../../support/run-program.ts'
import { verifyAt } from '../../support/verify-at.ts'

/** Of two posts with the same texts, a delete of the second removes the first. */
const subtle = changeOf('delete-of-second-twin-takes-the-first')
const token = 'Bearer s3cr3t-t0ken-4711'

// With a smaller budget a busy machine runs fewer.
const usual = { seed: 1, budget: 20_000, clock: realClock }
const { broken, ...result } = await verifyAt(subtle, { ...usual, headers: { Authorization: token } })

test('finds what no single request shows, and says by how few requests it shows', () => {
  expect(result).toMatchObject({ verdict: 'broken', exitCode: 1 })
  expect(broken).toHaveLength(1)
  expect(result.sequences).toMatchObject({ seed: 1 })
  const writes = result.findings[0]?.exchanges.filter(({ request }) => request.method !== 'GET')
  expect(writes?.map(({ request }) => request.method)).toEqual(['POST', 'POST', 'DELETE'])
})

test('shows the requests and replies, as commands, and the line that replays it', () => {
  const text = textReport(result, { isVerbose: true, width: 200 })
  expect(text).toMatch(/\[sequence\/\d+\]/)
  expect(text).toMatch(/→ GET .*\n {2}← 404 /)
  expect(text).toMatch(/repeat URL=/)
  expect(text).toContain(`verify ${result.url} --only ${result.findings[0]?.shownBy}`)
  expect(text).toMatch(/\d+ sequences \(--seed 1 repeats them\)\./)
})

test('every report has the sequence and no secret, and JSON follows its schema', () => {
  for (const report of [textReport, jsonReport, junitReport, markdownReport]) {
    const written = report(result)
    expect(written).toContain(result.findings[0]?.shownBy)
    expect(written).not.toContain('s3cr3t')
    expect(written.length).toBeLessThan(200_000)
  }
  expect(jsonFaults(JSON.parse(jsonReport(result)))).toEqual([])
})

test('the timeline has every request of the run, in at most 60 slices', () => {
  expect(result.timeline.length).toBeLessThanOrEqual(60)
  expect(result.timeline.reduce((sum, { requests }) => sum + requests, 0)).toBe(result.requests)
})

test('makes commands that a shell can run, and that show the fault', async () => {
  await using provider = await startProvider(subtle)
  const commands = result.findings[0]?.repeat?.replaceAll(result.url, provider.url) ?? ''
  const { stdout, stderr } = await runProgram('sh', ['-c', commands], {
    env: { AUTHORIZATION_HEADER: token },
  })
  expect(stderr + stdout).toMatch(/"id":2[\s\S]*\{"status":404,"detail":"No post has the id 1\."\}/)
})

test('the commands have concurrent requests', async () => {
  const { findings } = await verifyAt(changeOf('replaces-at-once-joined'), { ...usual, only: 'sequence/3' })
  expect(findings[0]?.repeat).toMatch(/(?:\n.+ -X PUT .+\/posts\/\$\{ID:\?\} .+ &){2}\nwait\n/)
})

test('replays one sequence alone, and exits with 1 where it fails and 0 where it does not', async () => {
  const key = result.findings[0]?.shownBy ?? ''
  const faulty = await verifyAt(subtle, { ...usual, only: key })
  expect(faulty).toMatchObject({ exitCode: 1, findings: [{ shownBy: key }] })
  const correct = await verifyAt(undefined, { ...usual, only: key })
  expect(correct).toMatchObject({ exitCode: 0, verdict: 'held' })
})

test('a crowd is as small as shows the fault, of ordinary posts, and a loop repeats it', async () => {
  const crowded = all(holding(1), changeOf('page-of-50'))
  const { findings } = await verifyAt(crowded, { only: 'sequence/2', clock: instant })
  const lists = findings[0]?.exchanges.filter(({ request }) => request.path === '/posts' && !request.body)
  expect(lists?.map(({ reply }) => reply.body).join()).toMatch(/^(?!.*Post 1).+/s)
  const creates = findings[0]?.exchanges.filter(({ request }) => request.method === 'POST') ?? []
  expect(creates.reduce((sum, { times = 1 }) => sum + times, 0)).toBeLessThanOrEqual(51)
  expect(findings[0]?.repeat).toMatch(/\nfor n in \$\(seq \d\d\); do .{0,200}; done\n/)
})

test('ids of 32 bits, and a text at which a service fails, hide no other fault', async () => {
  const failing: Change = (_provider, correct) => ({
    all: () => correct.all().slice(0, 25),
    read: (id) => (id >= 2n ** 31n ? { status: 500 } : correct.read(id)),
    create: (input) => (input.content.includes('\0') ? { status: 500 } : correct.create(input)),
  })
  const { broken, findings } = await verifyAt(failing, { clock: instant })
  expect(broken).toEqual(['list.all', 'read.missing', 'create.adds'])
  const shownBy = findings.map((each) => each.shownBy)
  expect(shownBy).toEqual(expect.arrayContaining(['sequence/0', 'sequence/2']))
})
