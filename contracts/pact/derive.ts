import { completeProfile } from '../../handlers/choices/profile.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { answerExample } from '../model/mock.ts'
import { examples } from '../spec/examples.ts'
import { expectationOf } from './expectation.ts'
import type { Contract, Interaction } from './interaction.ts'

/** The options of {@link deriveContract}. */
export interface DeriveOptions {
  /** Default `posts-consumer`. */
  readonly consumer?: string
  /** Default `posts-service`. */
  readonly provider?: string
}

/**
 * Derives the contract of the interface document: the mock answers every example, and the reply becomes an interaction
 * that requires what the document states. The result is deterministic.
 *
 * @throws UnderstudyError `OPTION_INVALID` (a name that cannot be part of a file name)
 * @example
 * const contract = await deriveContract({ consumer: 'blog-web' })
 */
export async function deriveContract(options: DeriveOptions = {}): Promise<Contract> {
  const consumer = checkedName(options.consumer ?? 'posts-consumer')
  const provider = checkedName(options.provider ?? 'posts-service')
  const profile = completeProfile()
  const interactions: Interaction[] = []
  for (const example of examples) {
    const { key, description, operation, request, states, clauses } = example
    if (clauses.length === 0) continue
    const { values, reply } = await answerExample(example, profile)
    const response = expectationOf(example, reply)
    interactions.push({ key, description, operation, states, request, values, response, clauses })
  }
  return { consumer, provider, interactions }
}

function checkedName(name: string): string {
  if (/^[\w. -]{1,100}$/.test(name) && name.trim() === name) return name
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to derive a contract: "${name}" cannot be part of a file name. Use letters, digits, dots, dashes and spaces.`,
  )
}
