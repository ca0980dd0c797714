import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { textReport } from '../../../contracts/report/text-report.ts'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import type { Change, Post, Provider } from '../../provider-set/provider.ts'
import { startProvider } from '../../provider-set/start.ts'

const ledgerFolder = await mkdtemp(join(tmpdir(), 'posts-understudy-ledger-'))
afterAll(() => rm(ledgerFolder, { recursive: true, force: true }))

const theirs: Post = { id: 1n, title: 'Theirs', content: 'Written before.' }

const isOfSequence = (title: string) => /^pu[^aeiou]{7}i/.test(title)

/** Posts that the run made before its sequences: they are old once the fixed sequences are over. */
function oldOf(provider: Provider): Set<bigint> {
  const all = [...provider.posts.values()]
  const isRandom = all.some(({ title }) => isOfSequence(title))
  return new Set(
    isRandom
      ? all.flatMap(({ id, title }) => (title.startsWith('pu') && !isOfSequence(title) ? id : []))
      : [],
  )
}

/** Begins with a post, so that the sequences need no empty list, and notes what becomes old. */
function ageing(change: (isOld: (id: bigint) => boolean) => Change): Change {
  return (provider, correct) => {
    provider.posts.set(theirs.id, theirs)
    provider.lastId = 1n
    const old = new Set<bigint>()
    const seams = change((id) => old.has(id))(provider, correct)
    return {
      route(call) {
        for (const id of oldOf(provider)) old.add(id)
        return correct.route(call)
      },
      ...seams,
    }
  }
}

async function verify(change: Change, options = {}) {
  const { url, requests, provider, close } = await startProvider(change)
  const result = await verifyProvider({
    url,
    budget: 1,
    settle: 100,
    ledgerFolder,
    ...options,
  }).finally(close)
  return { result, requests, left: [...provider.posts.values()] }
}

const brokenIn = ({ clauses }: Awaited<ReturnType<typeof verify>>['result']) =>
  clauses.flatMap(({ verdict, clause }) => (verdict === 'broken' ? [clause] : []))

test.concurrent.each([
  [
    'can no longer be read or listed',
    'read.ok',
    ageing((isOld) => (_provider, correct) => ({
      all: () => correct.all().filter(({ id }) => !isOld(id)),
      find: (id) => (isOld(id) ? undefined : correct.find(id)),
    })),
  ],
  [
    'is no longer listed',
    'list.all',
    ageing((isOld) => (_provider, correct) => ({
      all: () => correct.all().filter(({ id }) => !isOld(id)),
    })),
  ],
  [
    'is not replaced, though the reply says so',
    'replace.whole',
    ageing((isOld) => (provider, correct) => ({
      replace: (id, input) =>
        isOld(id) ? { status: 200, body: provider.posts.get(id) } : correct.replace(id, input),
    })),
  ],
  [
    'is not deleted, though the reply says so',
    'delete.removes',
    ageing((isOld) => (_provider, correct) => ({
      remove: (id) => (isOld(id) ? { status: 204 } : correct.remove(id)),
    })),
  ],
] as const)('a post that %s once it is old is found', async (_what, clause, change) => {
  const { result } = await verify(change, clause === 'replace.whole' ? {} : { without: ['replace'] })
  expect(brokenIn(result)).toEqual([clause])
  const text = textReport(result, { width: 500 })
  expect(text).toMatch(/\d+ s after its create, /)
  expect(text).not.toContain('--budget 0')
})

test.concurrent('a post that is dropped some seconds after its replace is found', async () => {
  const replaced = new Set<bigint>()
  const isDropped = (isOld: (id: bigint) => boolean, id: bigint) => replaced.has(id) && isOld(id)
  const { result } = await verify(
    ageing((isOld) => (_provider, correct) => ({
      all: () => correct.all().filter(({ id }) => !isDropped(isOld, id)),
      find: (id) => (isDropped(isOld, id) ? undefined : correct.find(id)),
      replace(id, input) {
        if (!isOld(id)) replaced.add(id)
        return correct.replace(id, input)
      },
    })),
  )
  expect(brokenIn(result)).toEqual(['read.ok'])
  expect(textReport(result, { width: 500 })).toMatch(/some seconds after its replace, /i)
})

test.concurrent('a replace that is undone some seconds later, unless another follows, is found', async () => {
  const undo = new Map<bigint, Post>()
  const { result } = await verify(
    ageing((isOld) => (provider, correct) => ({
      find(id) {
        const before = undo.get(id)
        if (before && isOld(id)) provider.posts.set(id, before)
        return correct.find(id)
      },
      replace(id, input) {
        const before = provider.posts.get(id)
        if (before && !isOld(id)) undo.set(id, before)
        return correct.replace(id, input)
      },
    })),
  )
  expect(brokenIn(result)).toEqual(['read.ok'])
  expect(textReport(result, { width: 500 })).toMatch(/some seconds after its replace, /i)
})

test.concurrent('a kept post whose replace was answered 500 and done accuses nobody, and is removed', async () => {
  const { result, left } = await verify(
    ageing(() => (_provider, correct) => ({
      answer: async (call) => {
        const reply = await correct.answer(call)
        return call.method === 'PUT' && call.body.includes(' Kept"') ? correct.problem(500, 'Oops.') : reply
      },
    })),
  )
  expect({ broken: brokenIn(result), left }).toEqual({ broken: [], left: [theirs] })
})

test.concurrent('a post that is back some seconds after its delete is found', async () => {
  const deleted = new Map<bigint, Post>()
  let isLater = false
  const { result } = await verify(
    ageing(() => (provider, correct) => ({
      find: (id) => (isLater ? deleted.get(id) : undefined) ?? correct.find(id),
      create(input) {
        // Once the posts of the last fixed sequence are there.
        isLater ||= isOfSequence(input.title) && provider.posts.size > 90
        return correct.create(input)
      },
      remove(id) {
        const post = provider.posts.get(id)
        if (post && !isOfSequence(post.title)) deleted.set(id, post)
        return correct.remove(id)
      },
    })),
  )
  expect(brokenIn(result)).toEqual(['delete.removes'])
  expect(textReport(result, { width: 500 })).toContain('some seconds later it can')
})

test.concurrent('two old posts cost a handful of requests, and none of the run is left', async () => {
  const { result, requests, left } = await verify(ageing(() => () => ({})))
  expect(result).toMatchObject({ verdict: 'held', leftovers: [] })
  expect(left).toEqual([theirs])
  const replaced = requests.findLastIndex((line) => line.startsWith('PUT'))
  const tail = requests.slice(replaced - 3)
  expect(tail.length).toBeLessThan(20)
  expect(tail.filter((line) => line.startsWith('DELETE'))).toHaveLength(2)
})

test.concurrent('a service that began empty is empty between the sequences', async () => {
  let empty = 0
  const { result } = await verify((provider, correct) => ({
    create(input) {
      if (isOfSequence(input.title) && provider.posts.size === 0) empty++
      return correct.create(input)
    },
  }))
  expect(result).toMatchObject({ verdict: 'held', leftovers: [] })
  expect(empty).toBeGreaterThan(0)
})

test.concurrent('without replaces an old post is only read and deleted', async () => {
  const { result, requests, left } = await verify(
    ageing(() => () => ({})),
    { without: ['replace'] },
  )
  expect(result.clauses.flatMap(({ findings }) => findings)).toEqual([])
  expect(requests.filter((line) => line.startsWith('PUT'))).toEqual([])
  expect(left).toEqual([theirs])
})

test.concurrent('an interrupted run removes its old post', async () => {
  const interrupt = new AbortController()
  const onProgress = ({ key }: { key: string }) => key === 'sequences' && interrupt.abort()
  const { left } = await verify(
    ageing(() => () => ({})),
    { signal: interrupt.signal, onProgress, without: ['replace'] },
  )
  expect(left).toEqual([theirs])
})
