import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sweep } from '../../../contracts/custody/sweep.ts'
import { WriteGuard } from '../../../contracts/custody/write-guard.ts'
import { jsonRequest } from '../../../contracts/scenarios/exchange.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import { all, holding, keeping } from '../../provider-set/changes.ts'
import { type Change, idSent, type Post, type Provider } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { clientFor } from '../../support/provider-client.ts'
import { temporaryFolder } from '../../support/run-folder.ts'
import { startScriptedServer } from '../../support/scripted-server.ts'
import { openTitledLedger } from '../../support/titled-ledger.ts'
import { verifyAt } from '../../support/verify-at.ts'

test('a post whose create named it, and that nothing shows yet, is told as one that may appear; a sweep finds it', async () => {
  let isShown = false
  await using service = await startProvider((provider, correct) => ({
    remove: (id) => (isShown ? correct.remove(id) : provider.missing(id)),
    read: (id) => (isShown ? correct.read(id) : provider.missing(id)),
    all: () => (isShown ? correct.all() : []),
  }))
  const { url, provider } = service
  const folder = await temporaryFolder()
  const { leftovers } = await verifyProvider({ url, budget: 0, settle: 100, ledgerFolder: folder })
  const unseen = [{ path: '/posts/1', reason: expect.stringContaining('may still appear') }]
  expect(leftovers).toMatchObject(unseen)
  const sweepUp = async () => (await sweep({ client: clientFor(url), folder })).swept
  expect(await sweepUp()).toMatchObject([{ removed: 0, leftovers: unseen }])
  isShown = true
  expect(await sweepUp()).toMatchObject([{ removed: 1, leftovers: [] }])
  expect(provider.posts.size).toBe(0)
})

test('a post that is stored under another id than its create named is removed, and not told', async () => {
  // The ids of the application pass the integers of 32 bits that its database keeps.
  const wraps: Change = (_provider, correct, ids = { latest: 2n ** 31n - 9n }) => ({
    create: (input) => {
      const id = ++ids.latest
      const { title, content } = correct.write(BigInt.asIntN(32, id), input)
      return { status: 201, body: { id, title, content } }
    },
  })
  const { left, leftovers, broken } = await verifyAt(wraps)
  expect({ left, broken }).toEqual({ left: 0, broken: ['create.adds'] })
  // What a replace may have made is told.
  expect(leftovers.length).toBeLessThan(10)
})

test('a post whose create only echoed the id in its body is removed, and not told', async () => {
  const echoes: Change = (provider, correct) => ({
    create(input) {
      const { id, title, content } = correct.write(++provider.lastId, input)
      return { status: 201, body: { id: idSent(input) ?? id, title, content } }
    },
  })
  const { left, leftovers, broken } = await verifyAt(echoes)
  expect({ left, leftovers, broken }).toEqual({ left: 0, leftovers: [], broken: [] })
})

test.each([
  ['delete-unlists-only', 'deleted, and shown by no list, but still by a read'],
  ['delete-hides-only', 'deleted, and shown by no read, but still by the list'],
])('a post that one view shows after its DELETE is told: %s', async (fault, reason) => {
  const { left, leftovers, broken } = await verifyAt(changeOf(fault))
  expect(broken).toEqual(['delete.removes'])
  expect(leftovers).toHaveLength(left)
  expect(leftovers[0]?.reason).toBe(reason)
})

/** Shows null in the place of the texts of some posts. */
function blanking(isBlank: (post: Post, provider: Provider) => boolean): Change {
  return (provider, correct) => ({
    show: (post) =>
      isBlank(post, provider) ? { id: post.id, title: null, content: null } : correct.show(post),
  })
}

/** The list has only the posts of others. */
const forgets: Change = (_provider, correct) => ({ all: () => correct.all().slice(0, 1) })

test.each<[string, Change]>([
  ['a list that forgets posts', forgets],
  [
    'contents with an end of their own',
    keeping((input) => ({ ...input, content: `${input.content} (moderated)` })),
  ],
  [
    'titles with a prefix of their own',
    keeping((input) => ({ ...input, title: `Approved! ${input.title}` })),
  ],
  ['null in the place of texts with quotes', blanking(({ title, content }) => /['"]/.test(title + content))],
  [
    'null in the place of the texts of a replace',
    blanking(({ id }, provider) => provider.written(id).length > 1),
  ],
  [
    '"undefined" for a text that was not sent',
    keeping(({ title, content }) => ({ title: title || 'undefined', content: content || 'undefined' })),
  ],
])('with %s every post of the run is removed', async (_, change) => {
  const { left, leftovers, lost } = await verifyAt(all(holding(1), change))
  expect({ left, leftovers, lost }).toEqual({ left: 1, leftovers: [], lost: undefined })
})

/** A list that always has a next page. @param more what is on each page after the first. */
const endless =
  (more: (all: Post[]) => Post[]): Change =>
  (provider, correct) => ({
    list: ({ query }) => {
      const page = Number(query.get('page') ?? 1)
      const body = page === 1 ? correct.all() : more(correct.all())
      const headers = { link: `<?page=${page + 1}>; rel="next"` }
      return { status: 200, headers, body: body.map((post) => provider.show(post)) }
    },
  })

test.each<[string, Change]>([
  ['whose last page is empty and names a next one', endless(() => [])],
  ['that repeats its page', endless((all) => all)],
])('a list %s is read to its end, and no post is left', async (_, change) => {
  const { notRun, failureReason, left, leftovers } = await verifyAt(change)
  expect({ notRun, failureReason, left, leftovers }).toEqual({ left: 0, leftovers: [] })
})

const foreign = '0d6f1d3c-0000-4000-8000-000000000001'

/** A service whose ids are UUIDs, with a foreign post. @param refusal the status of a request that it refuses. */
async function uuidService(refusal: (method: string) => number | undefined = () => undefined) {
  const posts = new Map<string, object>([[foreign, { title: 'Foreign', content: 'Before.' }]])
  const { url } = await startScriptedServer(({ method, path, body }) => {
    const [, id = ''] = /^\/v1\/posts\/([^/]+)$/.exec(path) ?? []
    const refused = refusal(method)
    if (refused !== undefined) return { status: refused }
    if (method === 'POST') {
      const post = { id: randomUUID(), ...JSON.parse(body) }
      posts.set(post.id, post)
      return { status: 201, body: post }
    }
    if (id === '') return { body: [...posts].map(([each, post]) => ({ id: each, ...post })) }
    const post = posts.get(id)
    if (method === 'DELETE') posts.delete(id)
    return post ? { body: { id, ...post } } : { status: 404 }
  })
  return { posts, url }
}

test('a post with a UUID is removed by the address that its create named', async () => {
  const { posts, url } = await uuidService()
  const { leftovers, exitCode } = await verifyProvider({ url, budget: 0, settle: 100 })
  expect(exitCode).not.toBe(0)
  expect([...posts.keys()]).toEqual([foreign])
  expect(leftovers).toEqual([])
})

/** A run that is killed after it created a post at a service with UUIDs: its sweep, and the address of the post. */
async function killedAtUuids(refusal?: Parameters<typeof uuidService>[0]) {
  const { posts, url } = await uuidService(refusal)
  const folder = await temporaryFolder()
  const ledger = await openTitledLedger({ url, folder })
  const { send } = clientFor(url, {}, new WriteGuard(ledger.posts).pass)
  const title = ledger.nextTitle()
  await send(jsonRequest('POST', '/posts', { title, content: 'mine' }))
  const id = [...posts.keys()].find((each) => each !== foreign) ?? ''
  const sweepUp = async () => (await sweep({ client: clientFor(url), folder, isAlive: () => false })).swept
  return { posts, title, id, path: `/posts/${id}`, sweepUp }
}

test('a sweep leaves a post with a UUID that shows other texts by now, and names it', async () => {
  const { posts, id, title, path, sweepUp } = await killedAtUuids()
  posts.set(id, { title: `Re: ${title}`, content: 'An answer.' })
  const reason = expect.stringContaining('nothing proves that this run made')
  expect(await sweepUp()).toMatchObject([{ removed: 0, leftovers: [{ path, title, reason }] }])
  expect([...posts.keys()]).toEqual([foreign, id])
})

test.each([
  [405, undefined],
  [401, 401],
])(
  'where the DELETE of a post with a UUID answers %i, a sweep names it; a later one removes it, and its ledger',
  async (status, after) => {
    let [isOpen, isAfter] = [false, false]
    const { posts, path, sweepUp } = await killedAtUuids((method) => {
      isAfter ||= method === 'DELETE'
      if (isOpen || !isAfter) return undefined
      return method === 'DELETE' ? status : after
    })
    expect(await sweepUp()).toMatchObject([{ removed: 0, leftovers: [{ path }] }])
    isOpen = true
    expect(await sweepUp()).toMatchObject([{ removed: 1, leftovers: [] }])
    expect([...posts.keys()]).toEqual([foreign])
    expect(await sweepUp()).toEqual([])
  },
)
