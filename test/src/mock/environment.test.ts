import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { completeProfile, createPostsMock } from '../../../src/index.ts'
import { drawnAnswers } from '../../../src/mock/any-profile.ts'
import { createPostsServer } from '../../../src/server.ts'
import { recordedIn } from '../../support/recorded-lines.ts'
import { temporaryFolder } from '../../support/run-folder.ts'

const warn = vi.spyOn(console, 'warn')
beforeEach(() => void warn.mockReturnValue())
afterEach(() => {
  vi.unstubAllEnvs()
  warn.mockReset()
})

function underProfile(profile: object | string): void {
  vi.stubEnv('POSTS_UNDERSTUDY_PROFILE', typeof profile === 'string' ? profile : JSON.stringify(profile))
}

function recordIn(folder: string): string {
  vi.stubEnv('POSTS_UNDERSTUDY_RECORD', folder)
  return folder
}

test('a mock is under the profile of the environment, and says so once', () => {
  underProfile({ 'create.status': 200, 'list.order': 'id-descending' })
  expect(createPostsMock().profile).toMatchObject({ 'create.status': 200, 'list.order': 'id-descending' })
  underProfile('minimal')
  expect(createPostsMock().profile).toEqual(completeProfile('minimal'))
  expect(warn.mock.calls).toEqual([
    [
      '[posts-understudy] Profile from POSTS_UNDERSTUDY_PROFILE: {"create.status":200,"list.order":"id-descending"}.',
    ],
  ])
})

test.each([
  ['no-such-preset', 'Failed to read POSTS_UNDERSTUDY_PROFILE: unknown preset "no-such-preset".'],
  ['{"create.status":', 'Failed to read POSTS_UNDERSTUDY_PROFILE: it is not JSON'],
])('the profile %s of the environment is an error', (text, message) => {
  underProfile(text)
  expect(() => createPostsMock()).toThrow(message)
})

test.each([
  ['the default answer', { 'create.status': 201 }, { 'create.status': 201, 'list.order': 'unordered' }],
  ['a preset', 'loopback', { 'create.status': 200, 'list.order': 'unordered' }],
  [
    'a complete profile',
    completeProfile({ 'id.malformed': 422 }),
    { 'create.status': 204, 'id.malformed': 422 },
  ],
] as const)('%s that a test states stays, the rest is of the environment', (_name, profile, expected) => {
  underProfile({ 'create.status': 204, 'list.order': 'unordered' })
  expect(createPostsMock({ profile }).profile).toMatchObject(expected)
})

test('a status without a body that a test states takes the body of the environment away', () => {
  underProfile({ 'create.body': { id: 'id' }, 'id.reuse': 'lowest-free' })
  const { profile } = createPostsMock({ profile: { 'create.status': 204 } })
  expect(profile).toMatchObject({ 'create.body': 'none', 'id.reuse': 'lowest-free' })
})

test('a body that a test states takes only the status away that has none, and needs no status beside it', () => {
  underProfile({ 'create.status': 204, 'delete.status': 200, 'delete.missing': 204 })
  const others = { 'create.status': 204, 'delete.status': 200, 'delete.missing': 204 }
  const mock = createPostsMock({ profile: { 'delete.body': 'post' } })
  expect(mock.profile).toMatchObject({ ...others, 'delete.body': 'post' })
  mock.useProfile({ ...mock.profile, 'delete.body': {} })
  expect(mock.profile).toMatchObject({ ...others, 'delete.body': {} })
})

test('useProfile states answers too; a reset and a fork keep what was stated', () => {
  underProfile({ 'create.status': 204, 'id.malformed': 400 })
  const mock = createPostsMock({ profile: { 'create.status': 201 } })
  mock.useProfile({ 'id.malformed': 404 })
  expect(mock.profile).toMatchObject({ 'create.status': 204, 'id.malformed': 404 })
  expect(mock.fork().profile).toBe(mock.profile)
  mock.useProfile({ ...mock.profile, 'create.status': 201 })
  expect(mock.profile).toMatchObject({ 'create.status': 201, 'id.malformed': 404 })
  mock.reset()
  expect(mock.profile).toMatchObject({ 'create.status': 201, 'id.malformed': 400 })
})

test('requests are recorded with the answers in effect, those of a fork too, and without secrets', async () => {
  const folder = recordIn(await temporaryFolder())
  underProfile({ 'create.status': 200 })
  const mock = createPostsMock({
    profile: { 'id.malformed': 422 },
    posts: [{ id: 2n ** 60n, title: 'a', content: 'b' }],
  })
  await mock.fetch('https://a.example/v1/posts', { headers: { authorization: 'Bearer s3cret' } })
  await mock.fork().fetch('https://a.example/v1/posts/1', { method: 'DELETE' })
  const rest = { kind: 'exchange', own: { 'id.malformed': 422 } }
  const profile = { 'create.status': 200, 'id.malformed': 422 }
  const { exchanges } = recordedIn(folder)
  expect(exchanges).toMatchObject([
    { ...rest, profile, entry: { operation: 'list', status: 200, headers: { authorization: '[redacted]' } } },
    { ...rest, profile, entry: { operation: 'delete', status: 404 } },
  ])
  expect(JSON.stringify(exchanges)).not.toContain('s3cret')
  expect(warn).not.toHaveBeenCalled()
})

test('a server and its worlds are under the profile, and recorded', async () => {
  const folder = recordIn(await temporaryFolder())
  underProfile({ 'id.malformed': 422 })
  await using server = await createPostsServer()
  const world = { headers: { 'x-understudy-world': 'one' } }
  expect((await fetch(`${server.url}/posts/x`, world)).status).toBe(422)
  await fetch(`${server.url}/posts`, { method: 'POST', body: '{}', ...world })
  expect(recordedIn(folder).exchanges.map(({ entry }) => entry.status)).toEqual([422, 415])
})

test('a recording that fails does not fail a test', async () => {
  recordIn('/no/such/folder')
  const { fetch } = createPostsMock()
  for (let count = 0; count < 2; count++)
    expect((await fetch('https://a.example/v1/posts/1')).status).toBe(200)
  expect(warn.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^\[posts-understudy\] Failed to record requests in \/no\/such\/folder: Error: ENOENT/,
      ),
    ],
  ])
})

test('under the environment nothing is drawn', async () => {
  recordIn(await temporaryFolder())
  expect(createPostsMock({ profile: 'any' }).profile).toEqual(completeProfile())
})

test('drawn answers are the same for a seed, printed without a test, and never keep every request out', () => {
  // Each is printed once in a process, which other tests share.
  const seeds = Array.from({ length: 40 }, (_, at) => 1000 + at)
  const drawn = seeds.map((seed) => createPostsMock({ profile: 'any', seed }).profile)
  expect(createPostsMock({ profile: 'any', seed: 1007 }).profile).toEqual(drawn[7])
  expect(new Set(drawn.map((profile) => JSON.stringify(profile))).size).toBe(40)
  for (const id of ['access.credentials', 'cors.origins', 'limit.requests', 'limit.time'] as const)
    expect(new Set(drawn.map((profile) => profile[id])).size).toBe(1)
  expect(warn).toHaveBeenCalledTimes(40)
  expect(warn).toHaveBeenCalledWith(
    expect.stringMatching(/^\[posts-understudy\] Seed 1007 drew answers\. To repeat/),
  )
})

test('all drawn answers are named where the requests alone do not repeat the replies', async () => {
  const mock = createPostsMock({ profile: 'any', seed: 1 })
  const id = mock.posts.exact.list()[0]?.id ?? 0
  await mock.posts.exact.delete(id)
  await mock.fetch(`https://a.example/v1/posts/${id}`)
  expect(Object.keys((await drawnAnswers(mock.world)) ?? {}).length).toBeGreaterThan(15)
})
