import { expect, test } from 'vitest'
import { type GivenPact, readPact } from '../../../contracts/pact/given-pact.ts'
import { textReport } from '../../../contracts/report/text-report.ts'
import { pactNotes, verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { createPostsServer } from '../../../src/server.ts'
import { near } from '../../support/distant-clock.ts'
import { verifyAt } from '../../support/verify-at.ts'

test("Pact's own verifier replays the contract at a near provider, and its verdict is a line of the report", async () => {
  const result = await verifyAt(undefined, { settle: 300, clock: near, pact: true })
  expect(result.pact).toEqual({ accepted: expect.any(Number), refused: [] })
  const { accepted } = result.pact ?? {}
  expect(accepted).toBeGreaterThan(30)
  expect(textReport(result, { width: 200 })).toContain(
    `Pact's verifier accepted ${accepted} of ${accepted} interactions.`,
  )
})

test('what fails in Pact is told where no broken clause of its example explains it', () => {
  const refused = [{ key: 'delete/existing twice, then read 2', message: 'status 404' }]
  const note = "Only Pact's verifier refuses delete/existing twice, then read 2: status 404."
  const broken = (clause: 'list.all' | 'others.untouched') => [
    { clause, verdict: 'broken', observations: 1, findings: [] } as const,
  ]
  expect(pactNotes({ accepted: 80, refused }, broken('list.all'))).toEqual([note])
  expect(pactNotes({ accepted: 80, refused }, broken('others.untouched'))).toEqual([])
})

const type = { 'Content-Type': 'application/json' }
const post = { title: 'Hello', content: 'World' }

/** A Pact as another library writes it: version 3, with its own ids and states. */
function pactWith(interactions: readonly object[]): GivenPact {
  const metadata = { pactSpecification: { version: '3.0.0' } }
  const parties = { consumer: { name: 'web' }, provider: { name: 'posts' } }
  return readPact(JSON.stringify({ ...parties, interactions, metadata }), 'web.json')
}

const pact = pactWith([
  {
    description: 'a read',
    providerStates: [{ name: 'post 42 is there' }],
    request: { method: 'GET', path: '/v1/posts/42' },
    response: { status: 200, headers: type, body: { id: 42, title: 'Hello' } },
  },
  {
    description: 'a read of nothing',
    request: { method: 'GET', path: '/v1/posts/42' },
    response: { status: 404 },
  },
  {
    description: 'a create',
    request: { method: 'POST', path: '/v1/posts', headers: type, body: post },
    response: { status: 201, body: { id: 3, ...post } },
  },
  {
    description: 'a replace',
    request: { method: 'PUT', path: '/v1/posts/3', headers: type, body: { id: 3, ...post } },
    response: { status: 200 },
  },
  { description: 'a delete', request: { method: 'DELETE', path: '/v1/posts/3' }, response: { status: 204 } },
])

/** Replays Pacts at a mock with three foreign posts, which refuses another id in a body than that of the path. */
async function verified(clientPacts: readonly GivenPact[]) {
  const profile = { 'replace.body-id': 400 } as const
  await using server = await createPostsServer({ posts: 3, profile, onWarning() {} })
  const before = server.snapshot().posts
  const result = await verifyProvider({ url: server.url, budget: 0, settle: 200, clientPacts })
  expect(server.snapshot().posts).toEqual(before)
  return { result, report: textReport(result, { width: 200 }) }
}

test("somebody's Pact is replayed on posts of the run, whatever its ids, titles and states", async () => {
  const { result, report } = await verified([pact])
  expect(result).toMatchObject({
    verdict: 'held',
    exitCode: 0,
    clients: [{ client: 'web.json', refused: [] }],
  })
  expect(report).toContain("web.json: the two go together. Pact's verifier accepted 5 of 5 interactions.")
  expect(result.command).toContain('--pact web.json')
})

test('what could leave a post behind is not sent, and said', async () => {
  const untitled = { method: 'POST', path: '/posts', headers: type, body: { content: 'World' } }
  const risky = pactWith([{ description: 'no title', request: untitled, response: { status: 400 } }])
  const { result, report } = await verified([risky])
  expect(result.clients).toMatchObject([{ refused: [], accepted: 0 }])
  expect(report).toContain('Not all interactions were judged: interaction 1. no title could leave a post')
})

test.each([
  ['not JSON', 'the whole file'],
  ['{"interactions":[],"metadata":{"pactSpecification":{"version":"2.0.0"}}}', 'version'],
  [
    '{"interactions":[{"type":"Asynchronous/Messages"}],"metadata":{"pactSpecification":{"version":"4.0"}}}',
    'interactions.0',
  ],
])('%s is not a Pact that can be replayed', (text, place) => {
  expect(() => readPact(text, 'web.json')).toThrow(expect.objectContaining({ code: 'PACT_INVALID' }))
  expect(() => readPact(text, 'web.json')).toThrow(place)
})
