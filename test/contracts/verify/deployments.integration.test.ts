import { expect, test } from 'vitest'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { type Clock, realClock } from '../../../contracts/wire/clock.ts'
import { createPostsServer } from '../../../src/server.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import { all, holding, intercepting } from '../../provider-set/changes.ts'
import type { Call, Change, Reply } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { lagging } from '../../provider-set/variations/time.ts'
import { instant, leaping } from '../../support/distant-clock.ts'
import { type Arrived, startScriptedServer } from '../../support/scripted-server.ts'
import { atHome, verifyAt } from '../../support/verify-at.ts'

/** For a provider outside of the set. */
const quickly = { ...atHome, budget: 0, pact: false }

const isCreate = ({ method }: Call) => method === 'POST'
const challenge = '<html><head><title>Just a moment...</title></head></html>'
const login: Reply = {
  status: 302,
  raw: '<html>302 Found</html>',
  headers: { 'content-type': 'text/html', location: 'https://login.example.com/' },
}

test.each([
  [
    'a create',
    { status: 400, body: { message: 'Idempotency-Key missing' } },
    "--header 'Idempotency-Key: …'",
  ],
  ['a create', { status: 403, body: { message: 'invalid csrf token' } }, "--header 'X-CSRF-Token: …'"],
  ['a create', { status: 419, body: { message: 'CSRF token mismatch.' } }, "--header 'X-CSRF-Token: …'"],
  ['a create', { status: 428, body: { title: 'Precondition Required' } }, "--header 'If-Match: …'"],
  ['a create', login, 'redirects to https://login.example.com/: pass'],
  [
    'anything',
    { status: 400, body: { message: 'Header X-Tenant-Id is required' } },
    "--header 'X-Tenant-Id: …'",
  ],
  ['anything', { status: 401, body: { message: 'No API key found' } }, 'says {"message":"No API key found"}'],
  ['anything', { status: 403, raw: challenge, headers: {} }, 'says "Just a moment..."'],
] as const)(
  '%s that is refused with %o is not judged, and the advice says %s',
  async (what, reply, advice) => {
    const isRefused = (call: Call) => what === 'anything' || isCreate(call)
    const result = await verifyAt(intercepting((call) => (isRefused(call) ? (reply as Reply) : undefined)))
    expect(result).toMatchObject({ verdict: 'not judged', exitCode: 3, findings: [], left: 0 })
    expect(result.failureReason).toContain(advice)
  },
)

test.each([404, 500])(
  'a post of another client that is listed, and answers %s to a read, is a finding',
  async (status) => {
    const isHidden = ({ method, path }: Call) => method === 'GET' && path.endsWith('/posts/1')
    const hiding = intercepting((call) => (isHidden(call) ? { status, body: {} } : undefined))
    const { broken } = await verifyAt(all(holding(1), hiding))
    expect(broken).toEqual(['read.ok'])
  },
)

test('a run that takes too long at slow deletes says so, and removes all its posts', async () => {
  const slow: Change = (_provider, correct) => ({
    async remove(id) {
      await leaping.wait(3000, undefined)
      return correct.remove(id)
    },
  })
  const result = await verifyAt(slow, { clock: leaping })
  expect(result).toMatchObject({ verdict: 'not judged', findings: [], left: 0, leftovers: [] })
  expect(result.failureReason).toMatch(/\d+ times a DELETE took 3\d{3} ms\. For .* --max-time 600/)
})

test('posts that a limit keeps from being removed are told with it', async () => {
  let deletes = 0
  const limited = { status: 429, body: {}, headers: { 'retry-after': '3600' } }
  const { leftovers, left } = await verifyAt(
    intercepting(({ method }) => (method === 'DELETE' && ++deletes > 3 ? limited : undefined)),
  )
  expect(leftovers).toHaveLength(left)
  expect(leftovers[0]?.reason).toBe('not removed, because DELETE answers 429')
})

test('slow deletes that delete nothing end a run all the same', async () => {
  let deletes = 0
  const idle: Change = () => ({
    async remove() {
      deletes++
      await leaping.wait(9900, undefined)
      return { status: 204 }
    },
  })
  await verifyAt(idle, { clock: leaping, without: ['delete'] })
  expect(deletes).toBeGreaterThan(10)
  expect(deletes).toBeLessThan(60)
})

test('a service that wants another Idempotency-Key for each create is held', async () => {
  const replies = new Map<string, Reply>()
  const keyed: Change = (_provider, correct) => ({
    async answer(call) {
      const key = call.headers['idempotency-key']
      if (!isCreate(call) || typeof key !== 'string') return await correct.answer(call)
      const reply = replies.get(key) ?? (await correct.answer(call))
      replies.set(key, reply)
      return reply
    },
  })
  const result = await verifyAt(keyed, { headers: { 'Idempotency-Key': 'run-7' } })
  expect(result).toMatchObject({ verdict: 'held', findings: [], left: 0 })
})

test('a service that only marks posts as deleted, and shows them to reads, is judged in all else', async () => {
  const { clauses, findings } = await verifyAt(changeOf('delete-unlists-only'))
  expect(new Set(findings.map(({ clause }) => clause))).toEqual(new Set(['delete.removes']))
  expect(clauses.filter(({ verdict }) => verdict === 'not judged').length).toBeLessThan(3)
})

test('a created post that nothing shows in time names --settle', async () => {
  const named: Change = () => ({ create: () => ({ status: 201, body: { id: 1 } }) })
  const { url, close } = await startProvider(named)
  const { notes } = await verifyProvider({ url, budget: 0, clock: leaping }).finally(close)
  expect(notes.join(' ')).toContain('pass --settle')
})

test('a service that takes 20 requests a second, and answers 503 to more, is waited for', async () => {
  let from = leaping.now()
  let count = 0
  const result = await verifyAt(
    intercepting(() => {
      if (leaping.now() - from > 1000) [from, count] = [leaping.now(), 0]
      return ++count > 20
        ? { status: 503, raw: '<html>', headers: { 'content-type': 'text/html' } }
        : undefined
    }),
    { timeout: 6000 },
  )
  expect(result).toMatchObject({ findings: [], verdict: 'held', left: 0, leftovers: [] })
})

/** What a server answers to a request that came to another one. */
async function forwarded({ method, path, headers, body }: Arrived, origin = '') {
  const type = headers['content-type']
  const sent = type ? { headers: { 'content-type': type }, body } : {}
  const reply = await fetch(origin + path, { method, ...sent, redirect: 'manual' })
  const kept = [...reply.headers].filter(([name]) => ['content-type', 'location'].includes(name))
  return { status: reply.status, headers: Object.fromEntries(kept), body: await reply.text() }
}

test('two servers with stores of their own behind a balancer that knows a client by its cookie are one service', async () => {
  await using one = await createPostsServer({ posts: 1, onWarning() {} })
  await using other = await createPostsServer({ posts: 1, onWarning() {} })
  let next = 0
  const balancer = await startScriptedServer(async (request) => {
    const known = /(?:^|; )node=(\d)/.exec(request.headers.cookie ?? '')?.[1]
    const node = Number(known ?? next++ % 2)
    const reply = await forwarded(request, [one, other][node]?.origin)
    const cookies = known === undefined ? { 'set-cookie': [`node=${node}; Path=/; HttpOnly`] } : {}
    return { ...reply, headers: { ...reply.headers, ...cookies } }
  })
  const result = await verifyProvider({ url: balancer.url, ...quickly })
  expect(result).toMatchObject({ verdict: 'held', leftovers: [] })
  expect([one, other].map((each) => each.snapshot().posts.length)).toEqual([1, 1])
})

test('a session cookie that the service replaces is sent in its new form', async () => {
  let session = 0
  const result = await verifyAt(
    intercepting(({ headers }) => {
      if (headers.cookie !== `__Host-sid=${session}; theme=dark`) return { status: 401, body: {} }
      return session < 3
        ? { status: 503, body: {}, headers: { 'set-cookie': `__Host-sid=${++session}; Path=/` } }
        : undefined
    }),
    { headers: { Cookie: '__Host-sid=0; theme=dark' } },
  )
  expect(result).toMatchObject({ verdict: 'held' })
})

test.each([undefined, 4000])(
  'a service whose writes are visible after a second is told so, with --settle %s',
  async (settle) => {
    const times = 20
    const faster: Clock = {
      now: () => realClock.now() * times,
      wait: (milliseconds, signal) => realClock.wait(milliseconds / times, signal),
    }
    const { url, close } = await startProvider(lagging({ write: 1000 / times }, 'both'))
    const options = { url, budget: 0, clock: faster, ...(settle && { settle }) }
    const result = await verifyProvider(options).finally(close)
    expect(result.leftovers).toEqual([])
    // What the examples showed until then decides.
    expect([result.verdict, result.exitCode]).toEqual(result.failureReason ? ['not judged', 3] : ['held', 0])
    expect(result.failureReason ?? result.notes.join(' ')).toMatch(
      /took longer than 120 s .* Writes took up to \d+ ms to become visible/,
    )
    expect(result.clauses.flatMap(({ findings }) => findings)).toEqual([])
  },
)

test('a cache in front is named where a view was old, and a short delay is not', async () => {
  const kept = new Map<string, Reply>()
  const cached: Change = (_provider, correct) => ({
    async answer(call) {
      const old = call.method === 'GET' && call.path.endsWith('/posts') ? kept.get(call.path) : undefined
      if (old) return { ...old, headers: { ...old.headers, age: '7' } }
      const reply = await correct.answer(call)
      if (call.method === 'GET') kept.set(call.path, reply)
      return reply
    },
  })
  const result = await verifyAt(cached, { settle: 8000 })
  expect(result.verdict).not.toBe('held')
  const told = [...result.notes, result.failureReason].join(' ')
  expect(told).toContain('GET /posts may come from a cache (age: 7): pass the address of the service')
  expect(told).not.toContain('--without delete')
  expect(told).not.toContain('--settle')
  const short = await verifyAt(lagging({ write: 5 }, 'both'), { clock: instant })
  expect(short.notes.filter((note) => note.includes('become visible'))).toEqual([])
})

test('a reply without a body is a decision, also with the media type text/html', async () => {
  await using server = await createPostsServer({
    posts: 0,
    profile: { 'create.status': 201, 'create.body': 'none', 'replace.status': 204, 'delete.status': 204 },
    onWarning() {},
  })
  const flask = await startScriptedServer(async (request) => {
    const reply = await forwarded(request, server.origin)
    const type = reply.body === '' ? 'text/html; charset=utf-8' : 'application/json'
    return { ...reply, headers: { ...reply.headers, 'content-type': type } }
  })
  const result = await verifyProvider({ url: flask.url, ...quickly })
  expect(result).toMatchObject({ verdict: 'held', leftovers: [] })
  expect(result.choices.find(({ choice }) => choice === 'create.status')).toMatchObject({ actual: 201 })
})
