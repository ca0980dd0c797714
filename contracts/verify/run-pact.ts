import { deriveContract } from '../pact/contract.ts'
import type { GivenPact, ReplayedInteraction } from '../pact/given-pact.ts'
import { type PactReplay, type PactVerdict, verifyWithPact } from '../pact/native/verify-with-pact.ts'
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
 * Has Pact's own verifier replay the document's contract: by default at a near provider, where it takes a second.
 * Undefined where it does not.
 */
export async function runPact(
  session: ProviderSession,
  { pact = session.client.pace.limit === 1 }: VerifyOptions,
): Promise<PactVerdict | undefined> {
  if (!pact || !session.ledger || session.signal.aborted) return undefined
  const document = await deriveContract()
  const interactions = document.interactions.filter((each) => isReplayable(each, session))
  const write = (folder: string) => writePactFile({ ...document, interactions }, folder)
  return await replay(session, interactions, write)
}

/** Has Pact's verifier replay the Pact of a client. */
export async function runGivenPact(session: ProviderSession, given: GivenPact): Promise<PactVerdict> {
  const interactions = given.interactions.filter((each) => isReplayable(each, session))
  const write = (folder: string) => given.write(folder, interactions)
  const verdict = await replay(session, interactions, write)
  const left = given.interactions.find((each) => !interactions.includes(each))
  if (!left) return verdict
  return { failure: `interaction ${left.key} could leave a post that the run cannot remove`, ...verdict }
}

/** A post without a mark of the run could not be removed. */
function isReplayable(interaction: ReplayedInteraction, { context }: ProviderSession): boolean {
  return isPossible(interaction, context.without) && !mayMakeForeign(interaction)
}

function replay(
  { client: { send }, ledger, context, signal }: ProviderSession,
  interactions: readonly ReplayedInteraction[],
  write: PactReplay['write'],
): Promise<PactVerdict> {
  /** Removes what earlier interactions left: many posts at the end would be many deletes that can fail. */
  const tearDown = async () => {
    const left = leavesOut(context, 'delete') ? [] : (ledger?.leftovers() ?? [])
    for (const id of left.filter((each) => each !== undefined))
      await send(plainRequest('DELETE', postPath(id))).catch(ignoreFailure(signal))
  }
  return verifyWithPact({
    ...{ write, send, signal },
    async setUp(key) {
      await tearDown()
      const interaction = interactions.find((each) => each.key === key)
      return interaction ? await makeTrue(new Sequence(context), interaction) : {}
    },
  })
}
