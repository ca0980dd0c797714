import { deriveContract, type Interaction } from '../pact/contract.ts'
import { type PactVerdict, verifyWithPact } from '../pact/native/verify-with-pact.ts'
import { writePactFile } from '../pact/pact-file.ts'
import { leavesOut } from '../run/context.ts'
import type { ProviderSession } from '../run/provider-session.ts'
import { Sequence } from '../run/sequence.ts'
import { makeTrue } from '../run/states.ts'
import { postPath } from '../scenarios/addresses.ts'
import { isPossible } from '../scenarios/examples.ts'
import { plainRequest } from '../scenarios/exchange.ts'
import { mayMakeForeign } from '../scenarios/scenario.ts'
import { ignoreFailure } from '../wire/failure.ts'
import type { VerifyOptions } from './verify-options.ts'

/**
 * Has Pact's own verifier replay the document's contract, on posts of the run: by default at a quick provider. Undefined
 * where it does not.
 */
export async function runPact(
  { client: { pace, send }, ledger, context, signal }: ProviderSession,
  { pact = pace.isQuick }: VerifyOptions,
): Promise<PactVerdict | undefined> {
  if (!pact || !ledger || signal.aborted) return undefined
  const document = await deriveContract()
  // A post without a mark of the run could not be removed.
  const isReplayable = (each: Interaction) => isPossible(each, context.without) && !mayMakeForeign(each)
  const interactions = document.interactions.filter(isReplayable)
  /** Removes what earlier interactions left: many posts at the end would be many deletes that can fail. */
  const tearDown = async () => {
    const left = leavesOut(context, 'delete') ? [] : ledger.leftovers()
    for (const id of left.filter((each) => each !== undefined))
      await send(plainRequest('DELETE', postPath(id))).catch(ignoreFailure(signal))
  }
  return await verifyWithPact({
    ...{ send, signal },
    write: (folder) => writePactFile({ ...document, interactions }, folder),
    async setUp(key) {
      await tearDown()
      const interaction = interactions.find((each) => each.key === key)
      return interaction ? await makeTrue(new Sequence(context), interaction) : {}
    },
  })
}
