import { expect, test } from 'vitest'
import { textReport } from '../../../contracts/report/verify-reports.ts'
import type { ClauseId } from '../../../contracts/scenarios/clauses.ts'
import { fixedSequences } from '../../../contracts/scenarios/sequences.ts'
import type { VerifyOptions } from '../../../contracts/verify/verify-options.ts'
import { choiceIds } from '../../../handlers/choices.ts'
import type { OperationName } from '../../../handlers/endpoints.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import {
  after,
  all,
  holding,
  intercepting,
  keeping,
  listing,
  preceded,
  refusingText,
} from '../../provider-set/changes.ts'
import type { Call, Change } from '../../provider-set/provider.ts'
import { sampled } from '../../support/full.ts'
import { verifyAt } from '../../support/verify-at.ts'

/** Without replaces, which cost half of a run, unless the test is about them. */
const verify = (change: Change, options: Partial<VerifyOptions> = {}) =>
  verifyAt(change, { without: ['replace'], ...options })

function operationOf({ method, path }: Call): OperationName | undefined {
  if (method === 'GET') return path === '/v1/posts' ? 'list' : /\/-?\d+$/.test(path) ? 'read' : undefined
  return ({ POST: 'create', PUT: 'replace', DELETE: 'delete' } as const)[method]
}

/** Refuses requests of an operation. @param isRefused by how many of them came before. */
function refusingSome(
  operation: OperationName,
  status: number,
  isRefused = (_count: number) => true,
): Change {
  let count = 0
  return intercepting((call) =>
    operationOf(call) === operation && isRefused(count++) ? { status } : undefined,
  )
}

test.each([
  ['read', 'read.ok'],
  ['create', 'create.adds'],
] as const)('a provider that refuses each %s is not judged, and %s not held', async (operation, clause) => {
  const { verdict, exitCode, clauses } = await verify(refusingSome(operation, 403))
  expect([verdict, exitCode]).toEqual(['not judged', 3])
  expect(clauses.find((each) => each.clause === clause)?.verdict).not.toBe('held')
})

test('a provider that refuses each replace is not judged, and told which credentials are missing', async () => {
  const result = await verify(refusingSome('replace', 403), { without: [] })
  expect([result.verdict, result.exitCode]).toEqual(['not judged', 3])
  expect(result.failureReason).toMatch(
    /^No replace succeeded: it answered \d+ times with 403\. Pass credentials .*--header .*--without replace\.$/,
  )
  const replaced = result.clauses.filter(({ clause }) => clause.startsWith('replace.'))
  expect(replaced.map(({ verdict, observations }) => [verdict, observations])).toEqual(
    Array(3).fill(['not judged', 0]),
  )
  expect(result.operations.find(({ operation }) => operation === 'replace')).toMatchObject({ accepted: 0 })
})

test.each([
  [403, 'not judged', /answered 403.*--without delete/s],
  [428, 'not judged', /answered 428\..* --header 'If-Match: …'\. .*--without delete/],
  [500, 'broken', /answered 500.*--without delete/s],
])('a provider that answers %i to each delete is %s, and one post is left', async (status, verdict, says) => {
  const result = await verify(refusingSome('delete', status))
  expect(result.verdict).toBe(verdict)
  expect(result.failureReason).toMatch(/^Cannot go on: DELETE \/posts\/1 /)
  expect(result.failureReason).toMatch(says)
  expect(result.leftovers).toHaveLength(1)
})

const withOddPost = holding(1, () => ({ title: 7 as unknown as string }))

test('a provider that keeps deleted posts keeps one of the run, also beside a foreign post of a wrong shape', async () => {
  const result = await verify(all(withOddPost, () => ({ erase() {} })))
  expect(result.failureReason).toMatch(/^Cannot go on: the list still shows post \d+ after its DELETE/)
  expect(result.leftovers).toHaveLength(1)
})

test.each([
  [false, 'replace.whole'],
  [true, 'read.missing'],
] as const)(
  'a foreign post of a wrong shape is a finding; only reads: %s; %s is held',
  async (readOnly, rest) => {
    const { findings, held } = await verify(withOddPost, { readOnly, without: [] })
    expect(findings[0]).toMatchObject({ clause: 'post.shape', shownBy: 'the first look' })
    if (!readOnly) expect(findings).toHaveLength(1)
    expect(held).toContain(rest)
  },
)

test('an example that alone is to be run and finds no post to read is not judged', async () => {
  const only = 'read/existing'
  const { verdict, exitCode, failureReason } = await verify(() => ({}), { only, readOnly: true })
  expect([verdict, exitCode]).toEqual(['not judged', 3])
  expect(failureReason).toBe(`Failed to run ${only}: this run may not create what it needs.`)
})

test('a run that only reads holds nothing of posts where there are none', async () => {
  const { held } = await verify(() => ({}), { readOnly: true, without: [] })
  expect(held).toEqual(['wire.json', 'list.ok', 'read.missing', 'version.path'])
})

test.each<[string, string, Change]>([
  ['as it is', 'held', () => ({})],
  ['whose list cuts titles', 'broken', listing((post) => ({ ...post, title: post.title.slice(0, 3) }))],
  ['whose reads change it', 'not judged', changeOf('read-counts-in-title')],
  ['whose reads delete it', 'not judged', after('read', (provider, id) => provider.posts.delete(id))],
])(
  'for a run that only reads, of a service %s list.all is %s, and safe.get not judged',
  async (_, verdict, change) => {
    const { clauses } = await verify(all(holding(5), change), { readOnly: true, without: [] })
    const resultOf = (id: ClauseId) => clauses.find(({ clause }) => clause === id)
    expect(resultOf('list.all')).toMatchObject({ verdict })
    expect(resultOf('safe.get')?.reason).toMatch(/other clients|read\/existing: it answered 404/)
  },
)

test('that a write changes no other post is held only where there was one', async () => {
  const wiping: Change = ({ posts }, correct) => ({
    erase: () => posts.clear(),
    create: preceded(correct.create, () => posts.clear()),
  })
  expect((await verify(wiping, { only: 'create/plain' })).held).not.toContain('others.untouched')
})

test('what a sequence found before the provider went away is told', async () => {
  const dying: Change = (provider, correct, state = { isGone: false }) => ({
    all: () => correct.all().slice(0, 40),
    send(reply, response, call) {
      state.isGone ||= provider.posts.size > 40 && call.method === 'DELETE'
      if (state.isGone) response.destroy()
      else correct.send(reply, response, call)
    },
  })
  const { verdict, exitCode, findings, failureReason } = await verify(dying, { without: [] })
  expect({ verdict, exitCode }).toEqual({ verdict: 'broken', exitCode: 1 })
  expect(findings[0]).toMatchObject({ clause: 'list.all', shownBy: 'sequence/2' })
  expect(failureReason).toBeDefined()
})

test('a reply that breaks off breaks wire.json, and its request is the last of the evidence', async () => {
  const cut: Change = (_provider, correct) => ({
    send(reply, response, call) {
      if (call.method !== 'PUT') return correct.send(reply, response, call)
      response.writeHead(200, { 'content-length': '1000' }).write('{', () => void response.destroy())
    },
  })
  const { failureReason, findings, broken } = await verify(cut, { only: 'replace/existing', without: [] })
  expect([failureReason, broken]).toEqual([undefined, ['wire.json']])
  expect(findings[0]?.exchanges.at(-1)).toMatchObject({ request: { method: 'PUT' }, reply: { status: 0 } })
})

test('a delete that fails at first and is done then lets the run go on, and nothing is left', async () => {
  const { verdict, failureReason, leftovers } = await verify(
    refusingSome('delete', 500, (count) => count < 2),
  )
  expect([verdict, failureReason, leftovers]).toEqual(['broken', undefined, []])
})

const others = choiceIds.filter((choice) => choice !== 'input.max-bytes')

test.each(sampled(['replace', 'delete', 'create'] as const, 0))(
  'a provider that refuses each %s is held without it, and gets none but to remove posts',
  async (operation) => {
    let sent = 0
    const refusing = refusingSome(operation, 403, () => ++sent > 0)
    const { verdict, exitCode, findings, operations, mode } = await verify(refusing, {
      without: [operation],
      profile: { 'input.max-bytes': 'none', unknown: others },
      budget: 1,
      seed: 7,
    })
    expect([findings, verdict, exitCode, mode.without]).toEqual([[], 'held', 0, [operation]])
    expect(operations.find((each) => each.operation === operation)).toEqual({
      operation,
      accepted: 0,
      refused: expect.any(Object),
      isLeftOut: true,
    })
    if (operation !== 'delete') expect(sent).toBe(0)
  },
)

test('a text that makes a service fail does not hide what it does to the others', async () => {
  const infinite = keeping(({ content }) => (content === '1E400' ? { content: 'Infinity' } : {}))
  const change = all(refusingText(500, /\0/), infinite)
  const { findings } = await verifyAt(change)
  const facts = findings.map(({ about, expected, actual }) => [about, expected, actual].join(', '))
  expect(facts.filter((each) => /status 500/.test(each))).not.toEqual([])
  expect(facts.filter((each) => /1E400.*Infinity/.test(each))).not.toEqual([])
})

test.each([402, 423, 428, 507])(
  'a limit or a condition that is told with %i breaks no clause',
  async (status) => {
    const refusing = refusingSome('replace', status, (count) => count > 0)
    const { broken, operations } = await verify(refusing, { without: [], only: 'replace/again' })
    expect(broken).toEqual([])
    expect(operations.find(({ operation }) => operation === 'replace')).toMatchObject({
      refused: { [status]: 1 },
    })
  },
)

test('every clause that is held counts the observations that could have broken it; a budget of 0 runs no drawn sequences', async () => {
  const { verdict, clauses, operations, sequences } = await verify(() => ({}), { without: [] })
  expect([verdict, sequences?.sequences]).toEqual(['held', fixedSequences.length])
  for (const { clause, verdict, observations } of clauses)
    expect([clause, verdict, observations > 0]).toEqual([clause, 'held', true])
  for (const { accepted, refused } of operations) expect([accepted > 0, refused]).toEqual([true, {}])
})

test.each([
  ['a page', { headers: { 'content-type': 'text/html' }, raw: '<h1>Not Found</h1>' }, 0],
  ['JSON, as a service without posts may', { body: { message: 'Not Found' } }, 1],
])('an address where nothing is, which answers 404 with %s, is not judged', async (_what, reply, most) => {
  const creates: string[] = []
  const gone = intercepting(({ method, path }) => {
    if (method === 'POST') creates.push(path)
    return { status: 404, ...reply }
  })
  const result = await verify(gone)
  expect(result).toMatchObject({ exitCode: 3, findings: [] })
  expect(result.clauses.filter(({ verdict }) => verdict !== 'not judged')).toEqual([])
  expect(result.failureReason).toContain('GET /posts answered 404')
  expect(creates).toHaveLength(most)
})

test('a 304 for an older state is shown with the ETag that was sent', async () => {
  const result = await verifyAt(changeOf('not-modified-for-good'), { only: 'read/replaced' })
  expect(result.broken).toEqual(['read.ok'])
  expect(textReport(result, { width: 120 })).toMatch(/→ GET \/posts\/\d+ \(if-none-match: "post-\d+"\)/)
})

test('a service that is busy at every fourth write is held, and a write that was done all the same is found', async () => {
  let writes = 0
  const busy = [{ status: 503, headers: { 'retry-after': '0' } }, { status: 504 }, { status: 502 }]
  const result = await verify(
    (_provider, correct) => ({
      answer: async (call) => {
        const [turn, isBusy] = [Math.floor(writes / 4), call.method !== 'GET' && writes++ % 4 === 3]
        const answer = busy[turn % busy.length] ?? { status: 503 }
        if (!isBusy) return await correct.answer(call)
        if (answer.status === 504) await correct.answer(call)
        return answer
      },
    }),
    { without: [] },
  )
  expect(result).toMatchObject({ findings: [], verdict: 'held', leftovers: [] })
})
