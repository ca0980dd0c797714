import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { VerifyResult } from '../../../contracts/verify/result.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import type { PostId } from '../../../handlers/model/post.ts'
import { createPostsServer, type PostsServer } from '../../../src/server.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

interface Call {
  readonly consumer: string
  readonly state: string
  readonly action: string
  readonly params: { readonly title: string; readonly content: string }
}

const standing = 25

/** A hook as a provider's own team would write it, straight to the posts; what it made it removes at the teardown. */
async function startHook({ posts }: PostsServer, { fails = '' } = {}) {
  const calls: Call[] = []
  const headers: (string | undefined)[] = []
  const made: PostId[] = []
  const makePost = async (fields: Call['params']) => {
    const { id } = await posts.create(fields)
    made.push(id)
    return id
  }
  const setUp = async ({ state, params }: Call) => {
    const title = params.title
    const id = await makePost(params)
    if (/replaced/.test(state)) await posts.replace(id, { title, content: 'Replaced by the hook.' })
    const other = /several|doubles|begins/.test(state) ? await makePost(params) : undefined
    if (/deleted/.test(state)) await posts.delete(id)
    return /^no post/.test(state) ? { id: 4_000_000_000 } : { id, other, title }
  }
  const server = createServer(async (request, response) => {
    const call = (await json(request)) as Call
    calls.push(call)
    headers.push(request.headers.authorization)
    if (call.state === fails) {
      response.writeHead(500).end()
      return
    }
    const values = call.action === 'setup' ? await setUp(call) : {}
    if (call.action === 'teardown') for (const id of made.splice(0)) await posts.delete(id)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(values))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/states`, calls, headers }
}

function broken({ clauses }: Pick<VerifyResult, 'clauses'>): string[] {
  return clauses.flatMap((each) =>
    each.verdict === 'broken'
      ? each.findings.map(({ clause, about, shownBy }) => `${clause}, ${shownBy}: ${about}`)
      : [],
  )
}

async function verifyWithHook(fails = '') {
  const server = await createPostsServer({ posts: standing, onWarning() {} })
  onTestFinished(() => server.close())
  const hook = await startHook(server, { fails })
  const ledgerFolder = await temporaryFolder()
  const headers = { Authorization: 'Bearer of-the-provider' }
  const result = await verifyProvider({
    url: server.url,
    documentOnly: true,
    budget: 0,
    settle: 0,
    gentle: true,
    stateUrl: hook.url,
    headers,
    ledgerFolder,
  })
  return { server, hook, result }
}

test('judges a provider in the states that its own hook sets up, leaves nothing, and keeps the credentials', async () => {
  const { server, hook, result } = await verifyWithHook()
  expect(broken(result)).toEqual([])
  expect(
    result.clauses.filter(({ verdict }) => verdict === 'not judged').map(({ clause }) => clause),
  ).toEqual([])
  expect([result.verdict, result.leftovers, server.posts.count]).toEqual(['held', [], standing])
  const states = new Set(hook.calls.map(({ state }) => state))
  expect(states).toContain('a post was deleted')
  expect(states).not.toContain('a title is free')
  const [setUps, tearDowns] = ['setup', 'teardown'].map((action) =>
    hook.calls.filter((call) => call.action === action).map(({ state }) => state),
  )
  expect(tearDowns).toEqual(setUps)
  // The hook is at another origin than the provider.
  expect(new Set(hook.headers)).toEqual(new Set([undefined]))
  // It does not miss the posts that the hook made and removed.
  expect(result.notes).toEqual([])
})

test('says of the state that the hook refuses what it answered', async () => {
  const { result } = await verifyWithHook('a post was replaced twice')
  expect(result.notes).toContainEqual(
    expect.stringMatching(
      /^1 example was not run, because .* answered 500 to the setup of "a post was replaced twice": read\/replaced-twice\.$/,
    ),
  )
  expect(broken(result)).toEqual([])
})

/** Verifies with a hook that gives the same answer to every call; undefined: nothing listens. */
async function verifyWithAnswer(answer: { status: number; body: string } | undefined) {
  const server = await createPostsServer({ posts: 3, onWarning() {} })
  onTestFinished(() => server.close())
  const hook = createServer((_request, response) => {
    response.writeHead(answer?.status ?? 0, { 'content-type': 'application/json' }).end(answer?.body)
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  const { port } = hook.address() as AddressInfo
  if (answer) onTestFinished(() => void hook.close())
  else await new Promise((resolve) => hook.close(resolve))
  return await verifyProvider({
    url: server.url,
    documentOnly: true,
    budget: 0,
    settle: 0,
    gentle: true,
    stateUrl: `http://127.0.0.1:${port}/states`,
    ledgerFolder: await temporaryFolder(),
  })
}

const fixIt = String.raw`\. Fix the hook, or remove --state-url\.$`

test.each([
  ['answers 500', { status: 500, body: '' }, 'The state hook answered 500 to the setup of "a .*"'],
  [
    'answers no id',
    { status: 200, body: '{}' },
    'The state hook answered the setup of "a .*" without an "id"',
  ],
  [
    'names a post that it did not make',
    { status: 200, body: '{"id":123456,"other":123457}' },
    'The state hook answered the setup of "a .*" with post 123456, which the provider does not list',
  ],
  [
    'names a post that was there before',
    { status: 200, body: '{"id":2,"other":3}' },
    'The state hook answered the setup of "a .*" with post 2, which existed before',
  ],
  [
    'does not listen',
    undefined,
    String.raw`The state hook did not answer: Failed to send POST to http://127\.0\.0\.1:\d+/states: nothing listens at .*`,
  ],
])(
  'a hook that %s is the reason why nothing was judged, and no provider is accused',
  async (_case, answer, reason) => {
    const { exitCode, failureReason, notes, ...result } = await verifyWithAnswer(answer)
    expect(broken(result)).toEqual([])
    expect(failureReason).toMatch(new RegExp(`^${reason}${fixIt}`))
    expect([exitCode, notes]).toEqual([3, []])
  },
)
