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

function broken({ clauses }: VerifyResult): string[] {
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

test('says in a sentence that nothing listens where the hook should be', async () => {
  const server = await createPostsServer({ posts: 0, onWarning() {} })
  onTestFinished(() => server.close())
  const ledgerFolder = await temporaryFolder()
  const stateUrl = 'http://127.0.0.1:9/states'
  const result = await verifyProvider({
    url: server.url,
    documentOnly: true,
    budget: 0,
    settle: 0,
    without: ['replace', 'delete'],
    stateUrl,
    ledgerFolder,
  })
  expect(JSON.stringify(result)).toContain('the state hook did not answer')
  expect(broken(result)).toEqual([])
})
