import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type CalibrateOptions, calibrateProfile } from '../../../contracts/calibrate/calibrate-profile.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import type { Clock } from '../../../contracts/wire/clock.ts'
import { type PresetName, presets } from '../../../handlers/choices/presets.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../../handlers/choices.ts'
import { createPostsServer } from '../../../src/server.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import {
  all,
  answeringMissing,
  holding,
  intercepting,
  refusing,
  succeeding,
  takesAnything,
  typed,
  withHeaders,
} from '../../provider-set/changes.ts'
import { crowding } from '../../provider-set/concurrency.ts'
import { type Call, type Change, type Post, Refusal } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { arbitraryProfile, seed } from '../../support/arbitrary-profile.ts'
import { farAway, instant, leaping } from '../../support/distant-clock.ts'
import { isFull, sampled } from '../../support/full.ts'
import { atHome, calibrateThenVerify } from '../../support/verify-at.ts'

vi.spyOn(console, 'warn').mockImplementation(() => {})

/** Starts a provider and calibrates a profile at it. @returns left how many posts the provider has afterwards. */
async function calibrateAt(change: Change, options: Partial<CalibrateOptions> = {}) {
  const { url, provider, close } = await startProvider(change, leaping.now)
  const result = await calibrateProfile({ url, ...atHome, ...options }).finally(close)
  return { ...result, left: provider.posts.size }
}

const stated: readonly PartialProfile[] = [
  { 'input.max-length': { title: 30, status: 413 }, 'list.page-size': 2, 'cors.origins': 'none' },
  {
    'create.status': 203,
    'create.body': { data: 'post' },
    'create.location': 'no',
    'replace.body': { status: '=success', data: { post: 'post' } },
    'delete.status': 200,
    'delete.body': { message: 'text', deleted: 1 },
  },
  {
    'create.body': { message: 'text', post: { id: 'id' } },
    'replace.body': { title: 'title', content: 'content' },
    'delete.status': 200,
    'delete.body': 'id',
    'error.body': { error: { code: 'status', message: 'detail' }, ok: false },
    'input.invalid-body': { statusCode: 'status', message: 'messages', error: 'title', code: '=INVALID' },
  },
  {
    'replace.body': ['post'],
    'delete.status': 200,
    'delete.body': false,
    'input.unknown-fields': 'stored',
    'input.required': 'title',
    'input.media-type': 422,
    'text.kept': 'trimmed',
    'method.other': 501,
  },
  { 'id.assignment': 'unordered', 'post.extra-fields': { createdAt: 'timestamp', likes: 'integer' } },
]

test.each(stated)('reads %j off a server', async (profile) => {
  await using server = await createPostsServer({ profile, posts: 0 })
  const read = await calibrateProfile({ url: server.url, ...atHome })
  expect(read).toMatchObject({ profile, broken: [], leftovers: [] })
  expect(read.failureReason).toBeUndefined()
})

/** Refuses requests without credentials. */
const guarded = (refusal: (call: Call) => number | undefined) =>
  intercepting((call) => {
    const status = call.headers.authorization ? undefined : refusal(call)
    return status === undefined ? undefined : { status }
  })
const isUnknown = (choice: ChoiceId) => ({ unknown: expect.arrayContaining([choice]) })
const readings: Readonly<Record<string, readonly [Change, learned: object]>> = {
  'credentials, where another header is needed too': [
    guarded(({ headers }) => (headers['x-tenant'] ? 401 : 400)),
    { 'access.credentials': 'bearer' },
  ],
  'a hidden service': [guarded(() => 404), { 'access.credentials': { scheme: 'bearer', status: 404 } }],
  'deletes that need credentials': [
    guarded(({ method }) => (method === 'DELETE' ? 403 : undefined)),
    { 'access.credentials': { scheme: 'bearer', guards: 'writes', status: 403 } },
  ],
  'no answer for a preflight that needs credentials': [
    all(
      guarded(({ method }) => (method === 'OPTIONS' ? 401 : undefined)),
      withHeaders(() => ({ 'access-control-allow-origin': '*' })),
    ),
    isUnknown('cors.origins'),
  ],
  'no answer for a long text that makes it fail': [
    refusing(500, ({ title }) => title.length > 100),
    isUnknown('input.max-length'),
  ],
}

test.each(Object.entries(readings))('reads %s', async (_about, [change, learned]) => {
  const headers = { 'X-Tenant': 'one', Authorization: 'Bearer t0ken-of-one' }
  expect((await calibrateAt(change, { headers })).profile).toMatchObject(learned)
})

test.each([
  ['a word in a reply', { 'replace.body': { status: '=success', data: 'post' } }, ['replace.body']],
  ['only what it states', { 'create.status': 201 }, []],
] as const)('a profile compares %s', async (_what, profile, differing) => {
  const answers = { 'replace.body': { status: '=error', data: 'post' }, 'error.body': 'none' } as const
  await using server = await createPostsServer({ profile: answers, posts: 0 })
  const { choices } = await verifyProvider({ url: server.url, profile, ...atHome, budget: 0, pact: false })
  expect(choices.filter(({ verdict }) => verdict === 'differs').map((each) => each.choice)).toEqual(differing)
})

/** A service that takes no post of ordinary size cannot be set up; one that answers 429 asks to be left alone. */
function isWorkable(profile: Profile): boolean {
  const { 'input.max-bytes': bytes, 'input.max-length': limits } = profile
  const lengths = limits === 'none' ? [] : [limits.title ?? 255, limits.content ?? 255]
  const takesOrdinary = lengths.every((most) => most >= 100) && (bytes === 'none' || bytes >= 1000)
  return takesOrdinary && !JSON.stringify(Object.values(profile).map(String)).includes('429')
}
const random = fc.sample(arbitraryProfile.filter(isWorkable), { numRuns: isFull ? 120 : 2, seed })
const ofPresets = Object.keys(presets).map((name) => completeProfile(name as PresetName))

test.each([...sampled(ofPresets, 2, 3), ...random])(
  'a mock is like the server that it learned from: %j',
  async (profile) => {
    await using server = await createPostsServer({ profile, posts: 2 })
    expect(await calibrateThenVerify({ url: server.url, ...atHome, budget: isFull ? 5000 : 1 })).toEqual([])
  },
)

/** All of the set: `node test/bench/provider-set.ts --judge calibrate`. */
test('a service that refuses a replace of a missing post before its fields fits what was read off it', async () => {
  const { url, close } = await startProvider(changeOf('replace-missing-before-fields'))
  expect(await calibrateThenVerify({ url, ...atHome, budget: 1 }).finally(close)).toEqual([])
})

const changes: Readonly<Record<string, readonly [choice: ChoiceId, change: Change]>> = {
  'a delete of a missing post fails': ['delete.missing', answeringMissing('remove', 500)],
  'long titles are refused': ['input.max-length', refusing(400, ({ title }) => title.length > 100)],
  'ids have gaps': ['id.assignment', (provider) => ({ nextId: () => (provider.lastId += 7n) })],
  'large bodies are refused': [
    'input.max-bytes',
    intercepting(({ body }) => (body.length > 100_000 ? { status: 413 } : undefined)),
  ],
}

test.each(Object.entries(changes))('a profile notices that %s', async (_name, [choice, change]) => {
  const { url, provider, close } = await startProvider()
  const { profile } = await calibrateProfile({ url, ...atHome })
  Object.assign(provider, change(provider, { ...provider }))
  const { choices } = await verifyProvider({ url, profile, ...atHome, budget: 0, pact: false }).finally(close)
  const differing = choices.filter(({ verdict }) => verdict === 'differs').map((each) => each.choice)
  expect(differing).toEqual([choice])
})

test.each([
  { about: 'done late', delay: 100, learned: 'accepted' },
  { about: 'never done', delay: undefined, learned: undefined },
])('reads that a replace without JSON is $about', async ({ delay, learned }) => {
  const late: { readonly due: number; readonly post: Post }[] = []
  const change: Change = (provider, correct) => ({
    answer(call) {
      for (const { post } of late.splice(0, late.filter(({ due }) => due <= provider.now()).length))
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
      else late.push({ due: provider.now() + (delay ?? 0), post })
      return post
    },
  })
  const { profile } = await calibrateAt(change, { settle: 1000 })
  expect(profile['input.media-type']).toEqual(learned)
})

test('tells of clauses that it saw broken on the way', async () => {
  const { broken, failureReason } = await calibrateAt(typed('read', 'text/plain'))
  expect(failureReason).toBeUndefined()
  expect(broken).toEqual([{ clause: 'wire.json', about: 'the body of a reply has another media type' }])
})

test('posts without texts under freed ids break nothing', async () => {
  const textless: Change = (provider, correct) => ({
    ...takesAnything(provider, correct),
    // As json-server does it: the highest id and one, and no body of another media type.
    nextId: () => 1n + [...provider.posts.keys()].reduce((most, id) => (id > most ? id : most), 0n),
    readBody: (call) => (call.headers['content-type'] === 'text/plain' ? {} : correct.readBody(call)),
    show: ({ id, title, content }) => (title + content === '' ? { id } : { id, title, content }),
  })
  const { broken, left } = await calibrateAt(all(holding(1), textless))
  expect([broken, left]).toEqual([[], 1])
})

test('where a status changes, the body is learned, but for a delete, which has none by default', async () => {
  const { profile, choices } = await calibrateAt(
    all(
      succeeding('create', (reply, _, turn) => ({ ...reply, status: turn < 60 ? 201 : 200 })),
      succeeding('remove', (_reply, _, turn) => ({ status: turn < 40 ? 200 : 202, body: {} })),
    ),
  )
  expect(profile.unknown).toEqual(['create.status', 'delete.status', 'delete.body'])
  expect(profile['create.body']).toBe('post')
  expect(choices.find(({ choice }) => choice === 'delete.body')?.verdict).toBe('unknown')
})

/** Calibrates a provider, and counts its concurrent requests. @param crowded its answer to a request during another. */
async function calibrated(clock: Clock, crowded?: Parameters<typeof crowding>[1]) {
  const load = { widest: 0 }
  const patient = { maxTime: 86_400_000, clock }
  return { ...(await calibrateAt(crowding(load, crowded), patient)), ...load }
}

test('calibrate learns the same of a distant provider, with concurrent requests', async () => {
  const [expected, far] = [await calibrated(instant), await calibrated(farAway())]
  expect(far.profile).toEqual(expected.profile)
  expect([expected.widest, far.widest > 3, far.left]).toEqual([1, true, 0])
})

test('what is wrong only during other requests is not told as broken', async () => {
  let during = 0
  const { broken, failureReason } = await calibrated(farAway(), (_provider, { method, path }) => {
    const isList = method === 'GET' && path.endsWith('/posts')
    return isList && ++during < 200 ? { status: 200, body: [{ id: 1 }] } : undefined
  })
  expect(during).toBeGreaterThan(20)
  expect({ broken, failureReason }).toEqual({ broken: [], failureReason: undefined })
})
