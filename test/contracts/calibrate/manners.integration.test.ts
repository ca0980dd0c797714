import { expect, onTestFinished, test, vi } from 'vitest'
import { calibrateProfile } from '../../../contracts/calibrate.ts'
import { createPostsServer } from '../../../src/server.ts'
import { typed } from '../../provider-set/changes.ts'
import { type Post, Refusal } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { filesIn, temporaryFolder } from '../../support/run-folder.ts'
import { atHome } from '../../support/verify-at.ts'

vi.spyOn(console, 'warn').mockImplementation(() => {})

test('touches no post of others, and leaves none of its own', async () => {
  const server = await createPostsServer({ posts: 5 })
  onTestFinished(() => server.close())
  const list = async () => await (await fetch(`${server.url}/posts`)).json()
  const [before, ledgerFolder] = [await list(), await temporaryFolder()]
  const calibration = await calibrateProfile({ url: server.url, ...atHome, ledgerFolder })
  const { leftovers, broken } = calibration
  expect({ leftovers, broken, after: await list() }).toEqual({ leftovers: [], broken: [], after: before })
  expect(await filesIn(ledgerFolder)).toEqual([])
  // Results are kept in files that are passed on.
  expect(JSON.stringify(calibration)).not.toContain(before[0].title)
})

test('removes its posts where it is stopped on the way, and says that it was', async () => {
  const server = await createPostsServer({ posts: 2 })
  onTestFinished(() => server.close())
  const stop = new AbortController()
  const { failureReason, choices, leftovers } = await calibrateProfile({
    url: server.url,
    ...atHome,
    signal: stop.signal,
    onProgress: ({ done }) => done === 30 && stop.abort(),
  })
  expect({ failureReason, choices, leftovers }).toEqual({
    failureReason: 'The run was interrupted.',
    choices: [],
    leftovers: [],
  })
  expect(await (await fetch(`${server.url}/posts`)).json()).toHaveLength(2)
})

test.each([
  { about: 'done late', delay: 100, learned: 'accepted' },
  { about: 'never done', delay: undefined, learned: undefined },
])('reads that a replace without JSON is $about', async ({ delay, learned }) => {
  const late: { readonly due: number; readonly post: Post }[] = []
  const { url, close } = await startProvider((_provider, correct) => ({
    answer(call) {
      for (const { post } of late.splice(0, late.filter(({ due }) => due <= performance.now()).length))
        if (correct.posts.has(post.id)) correct.posts.set(post.id, post)
      return correct.answer(call)
    },
    readBody: (call) => {
      const { 'content-type': type } = call.headers
      const body = correct.readBody({ ...call, headers: { 'content-type': 'application/json' } })
      if (call.method !== 'PUT' || type === 'application/json' || delay !== undefined) return body
      throw new Refusal(200, 'Ignored.')
    },
    write: (id, input) => {
      const post = { id, ...correct.keep(input) }
      if (!correct.posts.has(id)) correct.posts.set(id, post)
      else late.push({ due: performance.now() + (delay ?? 0), post })
      return post
    },
  }))
  onTestFinished(close)
  const { profile } = await calibrateProfile({ url, ...atHome, settle: 1000 })
  expect(profile['input.media-type']).toEqual(learned)
})

test('tells of clauses that it saw broken on the way', async () => {
  const { url, close } = await startProvider(typed('read', 'text/plain'))
  const { broken, failureReason } = await calibrateProfile({ url, ...atHome }).finally(close)
  expect(failureReason).toBeUndefined()
  expect(broken).toEqual([{ clause: 'wire.json', about: 'the body of a reply has another media type' }])
})
