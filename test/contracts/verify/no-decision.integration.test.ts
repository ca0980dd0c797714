import { expect, test } from 'vitest'
import type { VerifyOptions } from '../../../contracts/verify/verify-options.ts'
import { intercepting } from '../../provider-set/changes.ts'
import { type Call, type Change, isWrite, type Reply } from '../../provider-set/provider.ts'
import { leaping } from '../../support/distant-clock.ts'
import { isFull } from '../../support/full.ts'
import { verifyAt } from '../../support/verify-at.ts'

const sequences = { budget: 1, seed: 7 }

/** Verifies a provider, and says which of its posts the run has left without telling. */
async function verify(change: Change, options: Partial<VerifyOptions> = {}) {
  const result = await verifyAt(change, { timeout: 1500, ...options })
  const told = result.leftovers.map(({ path }) => path)
  const posts = [...result.provider.posts.keys()]
  return { ...result, untold: posts.filter((id) => !told.includes(`/posts/${id}`)) }
}

const login = { status: 302, headers: { location: 'https://login.example.com/' } }
const page = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  raw: '<title>Down for a moment</title>',
}
const gates: Readonly<Record<string, Reply>> = {
  'token over, 401': { status: 401 },
  'token over, 403': { status: 403 },
  'quota used up, 429': { status: 429, headers: { 'retry-after': '3600' } },
  'session over, 302': login,
  'away for good, 503': { status: 503 },
  'a page of HTML for good': page,
}
/** After so many requests, and the options of the run. */
const moments: readonly (readonly [string, number, Partial<VerifyOptions>])[] = [
  ['at the beginning', 12, {}],
  ['during the examples', 350, {}],
  ['in the last third', 700, {}],
  ['during sequences', 900, sequences],
]

test.each(
  Object.entries(gates).flatMap(([name, reply], at) =>
    moments
      .filter((_moment, index) => isFull || index === at % moments.length)
      .map(([moment, after, options]) => ({ name, moment, reply, after, options })),
  ),
)('$name $moment: nothing is accused and nothing held', async ({ reply, after, options }) => {
  const result = await verify(
    intercepting((_call, count) => (count >= after ? reply : undefined)),
    options,
  )
  expect(result).toMatchObject({ verdict: 'not judged', exitCode: 3, findings: [], untold: [] })
  expect(result.requests).toBeGreaterThan(after)
  if (reply.status === 429) expect(result.failureReason).toContain('after the 3600 s that it asks for')
  if (reply.status === 503) expect(result.failureReason).toContain('--wait 60')
  expect(result.failureReason).toMatch(
    new RegExp(
      `^(GET|POST|PUT|DELETE) /posts.* answered ${reply.status}.*after \\d+ requests of this run\\. \\w`,
    ),
  )
})

test.each([
  ['503', { status: 503 }, 350, {}],
  ['a page of HTML', page, 500, {}],
  ['502', { status: 502 }, 900, sequences],
  ['a page of HTML', page, 950, sequences],
] as const)('a second of %j (%j) after %i requests is waited for', async (_name, reply, after, options) => {
  let since: number | undefined
  const result = await verify(
    intercepting((_call, count) => {
      if (count < after) return undefined
      since ??= leaping.now()
      return leaping.now() - since < 1000 ? reply : undefined
    }),
    { ...options, timeout: 5000 },
  )
  expect(result).toMatchObject({ verdict: 'held', findings: [], left: 0 })
})

test.each([
  ['every write', isWrite, 401, 300],
  ['every write', isWrite, 403, 900],
  ['every delete', ({ method }: Call) => method === 'DELETE', 403, 780],
] as const)('%s is refused after a while, and reads are not', async (_what, isRefused, status, after) => {
  const result = await verify(
    intercepting((call, count) => (count >= after && isRefused(call) ? { status } : undefined)),
    after > 800 ? sequences : {},
  )
  expect(result).toMatchObject({ verdict: 'not judged', exitCode: 3, findings: [], untold: [] })
  expect(result.failureReason).toContain(`answered ${status}, as other writes did`)
})

test.each([
  ['a login', login, /answered 302\. It redirects to https:\/\/login\.example\.com\/: pass/],
  ['a page of HTML', page, /answered a page of HTML\..* Check that the address/],
  ['401', { status: 401 }, /answered 401\. Pass credentials/],
  [
    'https elsewhere',
    { status: 301, headers: { location: 'https://127.0.0.1/' } },
    /answered 301\. It redirects to https:\/\/127\.0\.0\.1\/.*: pass/,
  ],
  [
    'https at another port',
    { status: 301, headers: { location: 'https://127.0.0.1:8443/v1/posts' } },
    /^(?!.*Authorization).*answered 301\. It redirects to https\. Pass https:\/\/127\.0\.0\.1:8443\/v1\./s,
  ],
  [
    'a port that asks for a client certificate',
    { status: 400, raw: '<html><title>400 No required SSL certificate was sent</title></html>' },
    /^(?!.*https).*asks for a client certificate/s,
  ],
  [
    'a port of https',
    { status: 400, raw: 'The plain HTTP request was sent to HTTPS port' },
    /answered 400\. This port expects https\. Pass https:\/\/127\.0\.0\.1:\d+\/v1\./,
  ],
] as const)(
  'the first answer is %s: nothing is judged, and the next step named',
  async (_name, reply, says) => {
    const result = await verify(intercepting(() => reply))
    expect(result).toMatchObject({ verdict: 'not judged', exitCode: 3, findings: [], left: 0 })
    expect(result.clauses.filter((each) => each.verdict === 'held')).toEqual([])
    expect(result.failureReason).toMatch(says)
  },
)

/** Resets the connection of every twentieth write, before the service sees it, or after it was done. */
const resetting =
  (isDone: boolean): Change =>
  (_provider, correct) => {
    const lost: Reply = { status: 0 }
    const counts = new Map<string, number>()
    return {
      answer: async (call) => {
        const count = (counts.get(call.method) ?? 0) + 1
        counts.set(call.method, count)
        if (call.method === 'GET' || count % 20 !== 7) return await correct.answer(call)
        if (isDone) await correct.answer(call)
        return lost
      },
      send: (reply, response, call) => {
        if (reply === lost) response.socket?.resetAndDestroy()
        else correct.send(reply, response, call)
      },
    }
  }

test.each([
  ['before it was done', false, {}],
  ['after it was done, in sequences', true, sequences],
] as const)(
  'a write whose connection is reset %s is looked for and sent again',
  async (_when, isDone, options) => {
    const result = await verify(resetting(isDone), options)
    expect(result).toMatchObject({ verdict: 'held', findings: [], left: 0, untold: [] })
  },
)

test('does not hold where the connection is closed instead of one reply', async () => {
  const { verdict, exitCode, failureReason } = await verify((_provider, correct) => ({
    route: (call) => (call.body.includes('<script>') ? { status: 0 } : correct.route(call)),
    send: (reply, response, call) =>
      reply.status === 0 ? void response.destroy() : correct.send(reply, response, call),
  }))
  expect({ verdict, exitCode }).toEqual({ verdict: 'not judged', exitCode: 3 })
  expect(failureReason).toMatch(/the connection was closed before a reply came/)
})
