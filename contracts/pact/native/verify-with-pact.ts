import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { StateSetup } from '../../model/state-setup.ts'
import { setUp } from '../../model/states.ts'
import { ignoreFailure } from '../../wire/failure-reason-of.ts'
import type { Target } from '../../wire/target.ts'
import type { Contract } from '../interaction.ts'
import { pactFileName, pactFileText, pactInteractions } from '../pact-file.ts'
import { startForwarder } from './forwarder.ts'
import { runVerifier } from './verifier.ts'

/** The verdict of Pact's own verifier on a contract. Plain data. */
export interface PactVerdict {
  /** How many interactions it sent and accepted. */
  readonly accepted: number
  /** What it did not accept: the key of the interaction, and Pact's words. */
  readonly refused: readonly { readonly key: string; readonly messages: readonly string[] }[]
  /** Why it did not judge all. */
  readonly failure?: string
}

export interface PactTerms {
  readonly target: Target
  /** Makes what sets the states of an interaction up. */
  newSetup(): StateSetup
  readonly signal: AbortSignal
}

/** How long Pact waits for one reply, in milliseconds: longer than the session does. */
const timeout = 120_000

/**
 * Has Pact's own verifier replay a contract at a provider. Its requests go through the session of the run, so that
 * nothing is written to posts of others. Never rejects for a provider's failure.
 */
export async function verifyWithPact(contract: Contract, terms: PactTerms): Promise<PactVerdict> {
  const interactions = new Map(pactInteractions(contract).map((each) => [each.key, each]))
  const folder = await mkdtemp(join(tmpdir(), 'posts-understudy-'))
  let setup = terms.newSetup()
  await using forwarder = await startForwarder({
    ...terms,
    async setUp(key) {
      setup = terms.newSetup()
      return await setUp(interactions.get(key) ?? { states: [] }, setup)
    },
    async tearDown(_key, created) {
      for (const id of [...setup.own.alive.map(({ id }) => id), ...created])
        await setup.send({ method: 'DELETE', path: `/posts/${id}`, headers: {} }).catch(ignoreFailure())
    },
  })
  try {
    const file = join(folder, pactFileName(contract))
    await writeFile(file, await pactFileText(contract))
    const { providerUrl, stateUrl, unsent } = forwarder
    const answer = await runVerifier({ file, providerUrl, stateUrl, timeout }, terms.signal)
    if ('failure' in answer) return { accepted: 0, refused: [], failure: answer.failure }
    const judged = reportsIn(answer.report).filter(({ key }) => !unsent.has(key))
    const refused = judged.filter(({ messages }) => messages.length > 0)
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

interface Mismatch {
  readonly mismatch: string
  /** For a body, the place in it. */
  readonly path?: string
}

interface InteractionReport {
  readonly interactionKey: string
  readonly result: string
  readonly mismatch?: { readonly mismatches?: readonly Mismatch[]; readonly message?: string }
}

/** The limits of a sentence, in characters, and of the sentences for one interaction. */
const longest = 300
const most = 5

/** The interactions in Pact's report, each with what is wrong. */
function reportsIn(report: string): PactVerdict['refused'] {
  const { interactionResults = [] } = JSON.parse(report) as { interactionResults?: InteractionReport[] }
  return interactionResults.map(({ interactionKey: key, result, mismatch }) => {
    if (result === 'OK') return { key, messages: [] }
    const { mismatches = [], message = 'Pact gave no reason' } = mismatch ?? {}
    const messages = mismatches.slice(0, most).map((each) => brief(each))
    return { key, messages: messages.length > 0 ? messages : [brief({ mismatch: message })] }
  })
}

/** One line without control characters: a mismatch quotes the provider's reply. */
function brief({ mismatch, path }: Mismatch): string {
  const text = stripVTControlCharacters(`${path === undefined || path === '$' ? '' : `${path}: `}${mismatch}`)
  const line = text.replace(/\p{Cc}+/gu, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
