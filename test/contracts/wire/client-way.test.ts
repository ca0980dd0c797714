import { expect, test } from 'vitest'
import { clientFor, clockThatRuns, failureReasonOf, get, write } from '../../support/provider-client.ts'
import { type Scripted, startScriptedServer } from '../../support/scripted-server.ts'

test('follows a slash at the end with a write and its body where the status keeps both, and notes it once', async () => {
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
  expect([...client.notes]).toEqual([expect.stringContaining('slash at the end')])
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
    expect([...client.notes]).toEqual([expect.stringContaining('429')])
  },
)

test('a provider that says 429 and asks for no pause, again and again, is not asked without end', async () => {
  const server = await startScriptedServer(() => ({ status: 429, headers: { 'retry-after': '0' } }))
  expect(await get(clientFor(server.url, { clock: clockThatRuns() }))).toMatchObject({ status: 429 })
  expect(server.requests.length).toBeLessThan(20)
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
