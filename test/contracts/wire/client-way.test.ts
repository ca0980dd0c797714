import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Pace, retryAfter } from '../../../contracts/wire/pace.ts'
import { addsSlash } from '../../../contracts/wire/redirect.ts'
import { clientFor, clockThatRuns, failureReasonOf, get, write } from '../../support/provider-client.ts'
import { type Scripted, startScriptedServer } from '../../support/scripted-server.ts'

const address = 'http://api.example.com/v1'

test.each([
  ['GET', '/posts', 301, '/v1/posts/'],
  ['GET', '/posts?a=1', 307, 'posts/?a=1'],
  ['PUT', '/posts/7', 308, '/v1/posts/7/'],
  ['GET', '/posts', 302, `${address}/posts/`],
])('%s %s: %i to %s is followed', (method, path, status, location) => {
  const reply = { status, headers: { location }, body: Buffer.alloc(0) }
  expect(addsSlash(method, address + path, reply)).toBe(true)
})

test.each([
  ['POST', '/posts', 301, '/v1/posts/'],
  ['DELETE', '/posts/7', 302, '/v1/posts/7/'],
  ['GET', '/posts', 303, '/v1/posts/'],
  ['GET', '/posts', 304, undefined],
  ['GET', '/posts', 301, undefined],
  ['GET', '/posts', 301, 'http://['],
  ['GET', '/posts', 301, '/v1/posts'],
  ['GET', '/posts/', 301, '/v1/posts/'],
  ['GET', '/posts/7', 301, '/v1/posts/8'],
  ['GET', '/posts/7/', 301, '/v1/posts/7'],
  ['GET', '/posts', 302, '/login?next=posts'],
  ['GET', '/posts', 301, '/v1/posts/?page=1'],
  ['GET', '/posts', 301, '/api/v1/posts/'],
  ['GET', '/posts', 301, 'https://api.example.com/v1/posts/'],
  ['GET', '/posts', 301, 'https://evil.example/v1/posts/'],
  ['GET', '/posts', 301, 'http://api.example.com:8080/v1/posts/'],
])('%s %s: %i to %s is the answer', (method, path, status, location) => {
  const reply = { status, headers: { location }, body: Buffer.alloc(0) }
  expect(addsSlash(method, address + path, reply)).toBe(false)
})

test('follows a slash at the end with a write and its body where the status keeps both, and notes ids as one', async () => {
  const server = await startScriptedServer(({ path }) => {
    return path.endsWith('/') ? { status: 200 } : { status: 307, headers: { location: `${path}/` } }
  })
  const client = clientFor(server.url)
  await write(client, 'PUT', '/posts/7', '{"a":1}')
  await write(client, 'PUT', '/posts/8', '{"a":2}')
  expect(server.requests.map(({ path, body }) => path + body)).toEqual([
    '/v1/posts/7{"a":1}',
    '/v1/posts/7/{"a":1}',
    '/v1/posts/8{"a":2}',
    '/v1/posts/8/{"a":2}',
  ])
  expect(client.notes).toEqual([
    `PUT /posts/{id} redirects (307) to ${new URL(server.url).origin}/v1/posts/{id}/; followed.`,
  ])
})

test('hands a redirect to elsewhere on as the answer, its token not in the note', async () => {
  const server = await startScriptedServer(() => ({
    status: 302,
    headers: { location: 'https://sso.example/login?token=s3cret' },
  }))
  const client = clientFor(server.url)
  expect(await get(client)).toMatchObject({ status: 302 })
  expect(client.notes).toEqual(['GET /posts redirects (302) to https://sso.example/login; not followed.'])
})

const now = Date.UTC(2026, 0, 1)
test.each([
  ['2', 2000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
  ['Thursday, 01-Jan-26 00:00:05 GMT', 5000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['-1', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads Retry-After %j as %s ms', (value, expected) => {
  expect(retryAfter(value, now)).toBe(expected)
})

/** Answers by a list, the last entry for ever. */
function inTurn(...answers: Scripted[]) {
  let turn = 0
  return () => answers[Math.min(turn++, answers.length - 1)]
}

test.each(['GET', 'POST', 'PUT', 'DELETE'])(
  'waits after a 429 as long as it is asked to, and sends the %s again',
  async (method) => {
    const limited = { status: 429, headers: { 'retry-after': '3' } }
    const server = await startScriptedServer(inTurn(limited, limited, { status: 200 }))
    const clock = clockThatRuns()
    const client = clientFor(server.url, { clock })
    expect(await write(client, method, '/posts/7')).toMatchObject({ status: 200 })
    expect(clock.waited).toEqual([3000, 3000])
    expect(client.notes).toEqual([expect.stringContaining('429')])
  },
)

test('waits a little longer each time after a 429 that does not say how long', async () => {
  const server = await startScriptedServer(
    inTurn({ status: 429 }, { status: 429 }, { status: 429 }, { status: 200 }),
  )
  const clock = clockThatRuns()
  await get(clientFor(server.url, { clock }))
  expect(clock.waited).toEqual([500, 1000, 2000])
})

test('hands a 429 on where it asks for more time than there is', async () => {
  const server = await startScriptedServer(inTurn({ status: 429, headers: { 'retry-after': '6' } }))
  const clock = clockThatRuns()
  const client = clientFor(server.url, { clock, timeout: 10_000 })
  expect(await get(client, '/posts/7')).toMatchObject({ status: 429 })
  expect(clock.waited).toEqual([6000])
})

/** Asks for pauses: one before every so many answers, each of so many seconds. */
const pausing = (answers: number, seconds: number) => {
  let turn = 0
  const pause = { status: 429, headers: { 'retry-after': String(seconds) } }
  return startScriptedServer(() => (turn++ % (answers + 1) === 0 ? pause : { status: 200 }))
}

test('a provider that takes 20 requests in 5 s is waited for, however long that takes in all', async () => {
  const clock = clockThatRuns()
  const client = clientFor((await pausing(20, 5)).url, { clock })
  for (let time = 0; time < 300; time++) expect(await get(client)).toMatchObject({ status: 200 })
  expect(clock.waited).toHaveLength(15)
})

test('a provider whose answers are not worth the pauses is given up, with the rate that it takes', async () => {
  const client = clientFor((await pausing(2, 4)).url, { clock: clockThatRuns() })
  const ask = async () => {
    for (let time = 0; time < 300; time++) await get(client)
  }
  await expect(ask()).rejects.toMatchObject({
    failureReason: 'slow',
    message: expect.stringMatching(/asked for pauses of 2\d s .*--rate 1\./),
  })
})

test('waits for nothing once the user ended the run', async () => {
  const server = await startScriptedServer(() => ({ status: 429, headers: { 'retry-after': '9' } }))
  const clock = clockThatRuns()
  const stop = new AbortController()
  const client = clientFor(server.url, { clock }).uninterrupted(stop.signal)
  await get(client)
  stop.abort()
  expect(await get(client)).toMatchObject({ status: 429 })
  expect(clock.waited).toEqual([9000])
})

test('timeouts of the clean-up are short after a signal of the user, not because the time of the run is over', async () => {
  const server = await startScriptedServer(async () => {
    await setTimeout(1000)
    return {}
  })
  const [timeIsOver, user] = [AbortSignal.abort(), AbortSignal.abort()]
  const { uninterrupted } = clientFor(server.url, { signal: timeIsOver })
  const ask = (stop: AbortSignal) => uninterrupted(stop).send({ method: 'GET', path: '/posts', headers: {} })
  const [slow, hurried] = await Promise.allSettled([ask(new AbortController().signal), ask(user)])
  expect(slow).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
  expect(hurried).toMatchObject({ status: 'rejected', reason: { failureReason: 'timeout' } })
})

test('waits after a 503 with Retry-After for a read, and never repeats a write', async () => {
  const server = await startScriptedServer(({ method }) => {
    return method === 'GET' && server.requests.length > 1
      ? {}
      : { status: 503, headers: { 'retry-after': '1' } }
  })
  const client = clientFor(server.url, { clock: clockThatRuns() })
  expect(await get(client)).toMatchObject({ status: 200 })
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect(await write(client, method)).toMatchObject({ status: 503 })
  const writes = ['POST /v1/posts', 'PUT /v1/posts', 'DELETE /v1/posts']
  expect(server.lines.filter((line) => !line.startsWith('GET'))).toEqual(writes)
})

test('repeats a read that answers 502, 503 or 504 while others are answered, and hands the fourth on', async () => {
  const busy = inTurn({ status: 502 }, { status: 504 }, { status: 503 })
  const server = await startScriptedServer(({ path }) => (path === '/v1/posts/7' ? busy() : {}))
  const client = clientFor(server.url, { clock: clockThatRuns() })
  expect(await get(client, '/posts/7')).toMatchObject({ status: 503 })
  expect(server.lines.filter((line) => line.endsWith('/7'))).toHaveLength(4)
})

test('sends a read whose connection is reset again, and notes it', async () => {
  const server = await startScriptedServer((_request, response) => {
    if (server.requests.length > 2) return {}
    response.socket?.resetAndDestroy()
    return undefined
  })
  const client = clientFor(server.url, { clock: clockThatRuns() })
  expect(await get(client)).toMatchObject({ status: 200 })
  expect(client.requests).toBe(3)
  expect(client.notes).toEqual([expect.stringContaining('because the connection was reset')])
})

test.each([
  ['GET', 3, 0],
  ['POST', 3, 2],
  ['PUT', 3, 2],
  ['DELETE', 3, 2],
])(
  'gives up a %s whose connection is always reset after %i requests, %i without a reply',
  async (method, requests, open) => {
    const server = await startScriptedServer((_request, response) => {
      response.socket?.destroy()
      return undefined
    })
    const client = clientFor(server.url, { clock: clockThatRuns() })
    for (let time = 0; time < open; time++) expect(await write(client, method)).toMatchObject({ status: 0 })
    expect(await failureReasonOf(write(client, method))).toMatchObject({ failureReason: 'reset' })
    expect(server.lines).toHaveLength(requests)
  },
)

test('tells a reply that breaks off from none', async () => {
  const server = await startScriptedServer((_request, response) => {
    response.writeHead(201, { 'content-length': 100 }).write('[', () => response.socket?.destroy())
    return undefined
  })
  const client = clientFor(server.url, { clock: clockThatRuns() })
  expect(await failureReasonOf(write(client, 'POST'))).toMatchObject({
    failureReason: 'cut',
    message: expect.stringContaining('the reply began with 201 and broke off'),
  })
})

test.each(['before the reply', 'in the middle of the body'])(
  'gives a provider up that is silent %s',
  async (moment) => {
    const server = await startScriptedServer((_request, response) => {
      if (moment !== 'before the reply') response.writeHead(200).write('[')
      return undefined
    })
    const { failureReason, message } = await failureReasonOf(
      get(clientFor(server.url, { timeout: 100 }), '/posts/7'),
    )
    expect(failureReason).toBe('timeout')
    expect(message).toMatch(/^Failed to send GET \/posts\/7 to http.*: no reply within 0\.1 s\. .*--timeout/)
  },
)

test('keeps requests at the same time apart, and all of them back where one is asked to wait', async () => {
  const clock = clockThatRuns()
  const pace = new Pace(4, clock)
  const left: number[] = []
  const leave = async () => {
    await pace.turn(undefined)
    left.push(clock.now())
  }
  await Promise.all([leave(), leave(), leave()])
  pace.hold(5000)
  await leave()
  expect(left).toEqual([0, 250, 500, 5500])
})
