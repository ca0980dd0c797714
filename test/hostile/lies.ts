import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calibrateProfile } from '../../contracts/calibrate/calibrate-profile.ts'
import { sweep } from '../../contracts/custody/sweep.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { createProviderClient } from '../../contracts/wire/client.ts'
import { farAway, leaping } from '../support/distant-clock.ts'
import { type Lie, type LyingProvider, lies, randomFrom, startLyingProvider } from './lying-provider.ts'

/** The ways in which a provider is visited. */
export const modes = ['sequences', 'calibrate', 'verify', 'examples', 'interrupted', 'killed'] as const
type Mode = (typeof modes)[number]

/**
 * Visits the provider that a seed draws: how far away it is, which lies it tells, how often, and from when on; and always the one
 * `asked` for.
 * @returns failure what the visit threw; it never should.
 */
export async function visitLiar(seed: number, mode?: Mode, asked?: Lie) {
  const random = randomFrom(seed)
  const chosen = mode ?? (modes[seed % modes.length] as Mode)
  const count = random() < 0.4 ? 1 : 2 + Math.floor(random() * 4)
  const told = new Map(
    Array.from({ length: count }, () => {
      const lie = lies[Math.floor(random() * lies.length)] as Lie
      const share = [0.05, 0.3, 1][Math.floor(random() * 3)] ?? 1
      return [
        lie,
        { share: lie === 'others-create' ? share / 20 : share, from: random() < 0.5 ? 0 : random() * 200 },
      ] as const
    }),
  )
  if (asked) told.set(asked, { share: 1, from: 0 })
  await using folder = await mkdtempDisposable(join(tmpdir(), 'posts-understudy-lies-'))
  const provider = await startLyingProvider(told, random)
  const failure = await runAt(provider, chosen, seed, folder.path)
    .then(
      () => undefined,
      (error: Error) => error.stack ?? error.message,
    )
    .finally(provider.close)
  const { foreignWrites, requests } = provider
  return { seed, mode: chosen, lies: [...told.keys()], foreignWrites, requests: requests.length, failure }
}

async function runAt(provider: LyingProvider, mode: Mode, seed: number, ledgerFolder: string): Promise<void> {
  const { url } = provider
  const stop = new AbortController()
  const isDistant = Math.floor(seed / modes.length) % 2 === 1
  const clock = isDistant ? farAway() : leaping
  const limits = { timeout: 2000, maxTime: 86_400_000 }
  const options = { url, ledgerFolder, settle: 0, seed, signal: stop.signal, clock, ...limits }
  const small = { budget: 300 }
  if (mode === 'calibrate') await calibrateProfile({ ...options })
  else if (mode === 'sequences') {
    // A sequence alone leaves the contracts out.
    for (let sequence = 0; sequence < 6; sequence++)
      await verifyProvider({ ...options, ...small, only: `sequence/${sequence}` })
  } else if (mode === 'verify') await verifyProvider({ ...options, profile: 'default', ...small })
  else if (mode === 'examples') await verifyProvider({ ...options, budget: 0 })
  else {
    const at = 5 + (seed % 150)
    const timer = setInterval(() => {
      if (provider.requests.length >= at) stop.abort(new Error('stopped'))
    }, 1)
    await calibrateProfile({ ...options }).finally(() => clearInterval(timer))
  }
  if (mode !== 'killed') return
  if (seed % 2 === 0) provider.becomeHonest()
  const client = createProviderClient({ url, timeout: 2000, clock })
  const terms = { isAlive: () => false, patience: 0, settle: 0, clock }
  await sweep({ client, folder: ledgerFolder, ...terms }).finally(client.close)
}
