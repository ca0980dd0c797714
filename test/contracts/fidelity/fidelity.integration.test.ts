import { expect, test } from 'vitest'
import { measureFidelity } from '../../../contracts/fidelity.ts'
import { fidelityReport } from '../../../contracts/report/fidelity-report.ts'
import { type PresetName, presets } from '../../../handlers/choices/presets.ts'
import type { PartialProfile } from '../../../handlers/choices/profile.ts'
import { createPostsServer } from '../../../src/server.ts'
import { startProvider } from '../../provider-set/start.ts'
import { variations } from '../../provider-set/variations.ts'
import { atHome } from '../../support/calibrate/calibrate.ts'
import { isFull } from '../../support/full.ts'

/** A server with posts of others, measured against a mock. */
async function measured(served: PartialProfile, profile: PartialProfile, probes = 100, seed = 5) {
  await using server = await createPostsServer({ profile: served, posts: 4, onWarning() {} })
  const before = server.posts.list()
  const result = await measureFidelity({
    url: server.url,
    ...atHome,
    timeout: 10_000,
    profile,
    probes,
    seed,
  })
  return { ...result, before, after: server.posts.list() }
}

test.each(Object.keys(presets) as PresetName[])(
  'a mock is wholly like a server with its own profile: %s',
  async (name) => {
    const { fidelity, failureReason } = await measured({ extends: name }, { extends: name })
    expect(failureReason).toBeUndefined()
    expect(fidelity?.misses).toEqual([])
    expect(fidelity?.same).toBe(fidelity?.replies)
    expect(fidelity?.tiers.every(({ replies }) => replies > 5)).toBe(true)
  },
)

test.each(Object.keys(presets) as PresetName[])('also with other seeds: %s', async (name) => {
  const seeds = Array.from({ length: isFull ? 50 : 8 }, (_, at) => at + 1)
  for (const seed of seeds) {
    const { fidelity, leftovers } = await measured({ extends: name }, { extends: name }, 60, seed)
    expect({ seed, misses: fidelity?.misses, leftovers }).toEqual({ seed, misses: [], leftovers: [] })
  }
})

test.each([
  [{ 'create.status': 200 }, 'create', 'status', 'create.status'],
  [
    { 'text.kept': { create: 'trimmed', replace: 'verbatim' } },
    'create',
    'read after the write',
    'text.kept',
  ],
  [{ 'replace.body': 'none' }, 'replace', 'body', 'replace.body'],
  [{ 'create.location': 'absolute' }, 'create', 'location', undefined],
] as const)('what differs is told once, by operation: %j', async (served, operation, about, choice) => {
  const { fidelity } = await measured(served, {})
  const miss = fidelity?.misses.find((each) => each.operation === operation && each.about === about)
  expect(miss).toMatchObject({ operation, about })
  expect(miss?.choice).toBe(choice)
  expect(fidelity?.same).toBeLessThan(fidelity?.replies ?? 0)
})

test('no reply of a service that reads any body as JSON breaks the document, whatever its media type', async () => {
  const lenient = { 'input.media-type': 'accepted' } as const
  const { fidelity, leftovers } = await measured(lenient, lenient, 600)
  expect({ broken: fidelity?.broken, leftovers }).toEqual({ broken: 0, leftovers: [] })
})

test('replies by which a provider breaks the document are counted apart, and contradict no choice', async () => {
  const absent = variations.find(({ name }) => name === 'required-none-kept-absent')
  const { url, close } = await startProvider(absent?.change)
  const profile = { 'input.required': 'none' } as const
  const result = await measureFidelity({ url, ...atHome, timeout: 10_000, profile, probes: 150, seed: 5 })
  await close()
  expect(result.fidelity?.broken).toBeGreaterThan(0)
  expect(result.fidelity?.misses.filter(({ mock }) => /"content":"".*"title":"pu-/.test(mock))).toEqual([])
})

test('posts of others stay as they are, and those of the run are removed', async () => {
  const served = { 'input.required': 'none', 'replace.missing': 'creates-201' } as const
  const { before, after, leftovers } = await measured(served, {})
  expect(leftovers).toEqual([])
  expect(after).toEqual(before)
})

test('the report names the figure, the seed and the difference', async () => {
  const result = await measured({ 'delete.status': 200 }, {}, 60)
  expect(fidelityReport(result)).toMatch(
    /Fidelity \d\d\.\d % of \d+ replies \(seed 5\); the differences:\n.*times.*\n.*delete +status \(delete\.status\) +204 +200 +DELETE \/posts\/\d+/,
  )
})
