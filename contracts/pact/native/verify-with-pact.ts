import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StateSetup } from '../../model/state-setup.ts'
import { setUp } from '../../model/states.ts'
import type { Send } from '../../spec/exchange.ts'
import { ignoreFailure } from '../../wire/failure-reason-of.ts'
import type { Contract } from '../interaction.ts'
import { pactFileText } from '../pact-file.ts'
import { startForwarder } from './forwarder.ts'
import { runVerifier } from './verifier.ts'

/** The verdict of Pact's own verifier on a contract. Plain data. */
export interface PactVerdict {
  /** How many interactions it sent and accepted. */
  readonly accepted: number
  /** What it did not accept: the key of the interaction, and Pact's words. */
  readonly refused: readonly { readonly key: string; readonly message: string }[]
  /** Why it did not judge all. */
  readonly failure?: string
}

export interface PactTerms {
  readonly send: Send
  /** Makes what sets the states of an interaction up. */
  newSetup(): StateSetup
  readonly signal: AbortSignal
}

/**
 * Has Pact's own verifier replay a contract at a provider. Its requests go through the session of the run, so that
 * nothing is written to posts of others. Never rejects for a provider's failure.
 */
export async function verifyWithPact(
  contract: Contract,
  { send, newSetup, signal }: PactTerms,
): Promise<PactVerdict> {
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-'))
  let setup = newSetup()
  await using forwarder = await startForwarder({
    send,
    async setUp(key) {
      setup = newSetup()
      const interaction = contract.interactions.find((each) => each.key === key)
      return await setUp(interaction ?? { states: [] }, setup)
    },
    async tearDown(created) {
      for (const id of [...setup.own.alive.map((post) => post.id), ...created])
        await send({ method: 'DELETE', path: `/posts/${id}`, headers: {} }).catch(ignoreFailure())
    },
  })
  try {
    const { origin, unsent } = forwarder
    const answer = await runVerifier(await pactFileText(contract), origin, folder, signal)
    if ('failure' in answer) return { accepted: 0, refused: [], failure: answer.failure }
    const { interactionResults = [] } = JSON.parse(answer.report) as PactReport
    const judged = interactionResults.filter(({ interactionKey }) => !unsent.has(interactionKey))
    const refused = judged
      .filter(({ result }) => result !== 'OK')
      .map((each) => ({ key: each.interactionKey, message: messageOf(each) }))
    const [failure] = unsent.values()
    return {
      accepted: judged.length - refused.length,
      refused,
      ...(failure === undefined ? {} : { failure }),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface PactReport {
  readonly interactionResults?: readonly InteractionResult[]
}

interface InteractionResult {
  readonly interactionKey: string
  readonly result: string
  readonly mismatch?: {
    readonly mismatches?: readonly { readonly mismatch: string; readonly path?: string }[]
    readonly message?: string
  }
}

/** In characters: a mismatch quotes the reply. */
const longest = 300

function messageOf({ mismatch }: InteractionResult): string {
  const [first] = mismatch?.mismatches ?? []
  const place = first?.path === undefined ? '' : `${first.path}: `
  const message = first ? `${place}${first.mismatch}` : mismatch?.message
  return (message ?? 'Pact gave no reason').slice(0, longest)
}
