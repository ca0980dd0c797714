import { deriveContract } from '../pact/contract.ts'
import { type PactVerdict, verifyWithPact } from '../pact/native/verify-with-pact.ts'
import type { ProviderSession } from '../run/provider-session.ts'
import { setUp } from '../run/states.ts'
import { isPossible, mayMakeForeign } from '../spec/example.ts'
import type { VerifyOptions } from './verify-options.ts'

/**
 * Has Pact's own verifier replay the document's contract: by default at a near provider, where it takes a second.
 * Undefined where it does not.
 */
export async function runPact(
  { client: { send, pace }, ledger, signal, newRunner }: ProviderSession,
  { pact = pace.limit === 1, without = [] }: VerifyOptions,
): Promise<PactVerdict | undefined> {
  if (!pact || !ledger || signal.aborted) return undefined
  const document = await deriveContract()
  const runner = newRunner(without)
  let run = runner.start()
  // A post without a mark of the run could not be removed.
  const interactions = document.interactions.filter(
    (interaction) => isPossible(interaction, without) && !mayMakeForeign(interaction),
  )
  return await verifyWithPact(
    { ...document, interactions },
    {
      ...{ send, signal },
      async setUp(states) {
        run = runner.start()
        return (await setUp(run, states)) ?? {}
      },
      created: () => run.own.alive.map(({ id }) => id),
    },
  )
}

/** What Pact does not accept and no finding explains, as notes. */
export function pactNotes({ refused, failure }: PactVerdict, isBroken: boolean): string[] {
  return [
    ...(isBroken
      ? []
      : refused.map(({ key, message }) => `Only Pact's verifier refuses ${key}: ${message}.`)),
    ...(failure === undefined ? [] : [`Pact's verifier did not judge all interactions: ${failure}.`]),
  ]
}
