import { expect, test } from 'vitest'
import { calibrateProfile } from '../../contracts/calibrate/calibrate-profile.ts'
import { diffProfiles } from '../../contracts/choices/profile-diff.ts'
import type { ClauseId } from '../../contracts/scenarios/clauses.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { isWanted, providerNamed, realProviders } from './all.ts'

/** What real providers break beside their own profile, each confirmed by hand: see test/providers/README.md. */
const faults: Readonly<Record<string, readonly ClauseId[] | 'cannot be asked'>> = {
  'json-server-1': 'cannot be asked',
  feathers: ['create.assigns-id'],
  remult: ['replace.whole'],
  rails: ['replace.whole'],
  sails: ['list.all', 'create.adds', 'replace.whole', 'safe.get'],
}

async function list(url: string): Promise<unknown> {
  return await (await fetch(`${url}/posts`)).json()
}

test.for(realProviders)(
  '$name is held against what was read off it, or breaks what it is known to break',
  { timeout: 300_000 },
  async (provider, { skip }) => {
    skip(!isWanted(provider.name), 'set UNDERSTUDY_PROVIDERS=all, or its name')
    await using running = await provider.start()
    const { url } = running
    const before = await list(url)
    const { profile, failureReason, leftovers } = await calibrateProfile({ url })
    const known = faults[provider.name] ?? []
    expect(failureReason === undefined ? 'can be asked' : 'cannot be asked').toBe(
      known === 'cannot be asked' ? known : 'can be asked',
    )
    if (known === 'cannot be asked') return
    if (leftovers.length === 0) expect(await list(url)).toEqual(before)
    const result = await verifyProvider({ url, profile, budget: 0 })
    const broken = result.clauses.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)
    expect(broken.filter((clause) => !known.includes(clause))).toEqual([])
    expect(result.choices.filter(({ verdict }) => verdict === 'differs')).toEqual([])
  },
)

test('the preset json-server is what is read off json-server today', { timeout: 120_000 }, async ({
  skip,
}) => {
  skip(!isWanted('json-server'), 'set UNDERSTUDY_PROVIDERS=json-server')
  await using running = await providerNamed('json-server').start()
  const { profile } = await calibrateProfile({ url: running.url })
  // Its largest body, 10 MiB, is larger than calibrate sends.
  const read = { ...profile, extends: 'json-server', 'input.max-bytes': 10_485_760 } as const
  expect(diffProfiles('json-server', read)).toEqual([])
})

test('json-server as it comes is held against its preset, sequences included', async () => {
  await using running = await providerNamed('json-server').start()
  const { url } = running
  const terms = { profile: 'json-server', settle: 300, seed: 7, budget: 1000 } as const
  const { verdict, clauses, choices, leftovers } = await verifyProvider({ url, ...terms })
  expect(clauses.flatMap(({ findings }) => findings)).toEqual([])
  expect(choices.filter((each) => each.verdict === 'differs')).toEqual([])
  expect([verdict, leftovers]).toEqual(['held', []])
  expect(await (await fetch(`${url}/posts`)).json()).toEqual([])
})
