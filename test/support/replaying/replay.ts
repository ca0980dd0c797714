import { randomUUID } from 'node:crypto'
import type { Send } from '../../../contracts/document/exchange.ts'
import { type DeriveOptions, deriveContract, setUp } from '../../../contracts/pact/derive.ts'
import type { Contract } from '../../../contracts/pact/interaction.ts'
import type { NativeResult } from '../../../contracts/pact/replay/native-report.ts'
import { startVerifier } from '../../../contracts/pact/replay/verifier-process.ts'
import { type ReplayOptions, type ReplayResult, replayContracts } from '../../../contracts/pact/replay.ts'
import { received } from '../../../contracts/session/client/received.ts'
import { StateSetup } from '../../../contracts/session/state-setup.ts'
import type { Target } from '../../../contracts/session/target.ts'

/** Replays contracts on a provider, its states set up through the same way that the requests take. */
export async function replayOn(
  target: Target,
  contracts: readonly Contract[],
  options: Partial<ReplayOptions> = {},
): Promise<ReplayResult> {
  const signal = options.signal ?? new AbortController().signal
  const send: Send = async ({ method, path, headers, body }) =>
    received(
      await target.forward(
        { method, path, headers, body: body === undefined ? body : Buffer.from(body) },
        signal,
      ),
    )
  using verifier = startVerifier(signal)
  return await replayContracts({
    verifier,
    contracts,
    target,
    signal,
    timeout: 60_000,
    onSetUp: ({ interaction }) =>
      setUp(interaction, new StateSetup({ send, nextTitle: () => `pu-${randomUUID()}` })),
    afterInteraction: async () => {},
    ...options,
  })
}

/** Derives some interactions of a contract, by their keys; all where none is named. */
export async function deriveSome(options: DeriveOptions, ...keys: string[]): Promise<Contract> {
  const contract = await deriveContract(options)
  if (keys.length === 0) return contract
  return { ...contract, interactions: contract.interactions.filter(({ key }) => keys.includes(key)) }
}

/** What Pact did not find right, a line each. */
export function complaints({
  native,
  hookErrors,
  stopped,
}: Pick<ReplayResult, 'native' | 'hookErrors' | 'stopped'>): string[] {
  const lines = native.filter(({ verdict }) => verdict !== 'ok').map(complaint)
  return [
    ...lines,
    ...hookErrors.map(({ key, error }) => `${key}: ${error}`),
    ...(stopped === undefined ? [] : [stopped]),
  ]
}

function complaint({ contract, key, messages, setUpFailure }: NativeResult): string {
  return `${contract} ${key}: ${setUpFailure ?? messages.join('; ')}`
}
