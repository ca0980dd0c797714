import {
  completeProfile,
  type Profile,
  type ProfileOption,
  withoutGates,
} from '../../handlers/choices/profile.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { answerExample } from '../model/example-reply.ts'
import type { Example } from '../spec/example.ts'
import { examples } from '../spec/examples.ts'
import { isSuccess } from '../spec/exchange.ts'
import { documentExpectation, mockExpectation } from './expectation.ts'
import type { Contract, ContractKind, Interaction } from './interaction.ts'

/** The options of {@link deriveContract}. */
export interface DeriveOptions {
  /** `document`: the statements of the interface document; `mock`: the profile's answers where it is silent. */
  readonly kind: ContractKind
  /** Default the preset `default`. */
  readonly profile?: ProfileOption | Profile
  /** Default `posts-consumer`. */
  readonly consumer?: string
  /** Default `posts-service`. */
  readonly provider?: string
}

/**
 * Derives a contract: the mock answers every example, and the reply becomes an interaction. The result is deterministic.
 *
 * @throws UnderstudyError `PROFILE_INVALID`, `OPTION_INVALID` (a name that cannot be part of a file name)
 * @example
 * const contract = await deriveContract({ kind: 'mock', profile: 'json-server' })
 */
export async function deriveContract(options: DeriveOptions): Promise<Contract> {
  const { kind } = options
  const consumer = checkedName(options.consumer ?? 'posts-consumer')
  const provider = checkedName(options.provider ?? 'posts-service')
  const profile = withoutGates(completeProfile(options.profile))
  const interactions: Interaction[] = []
  for (const example of examples) {
    const shown = kind === 'document' ? example.clauses : (example.shows ?? [])
    if (shown.length > 0) interactions.push(await deriveInteraction(example, kind, profile))
  }
  return { kind, consumer, provider, interactions }
}

async function deriveInteraction(
  example: Example,
  kind: ContractKind,
  profile: Profile,
): Promise<Interaction> {
  const { key, description, request, states, clauses, permits, shows: choices = [] } = example
  const { values, reply } = await answerExample(example, profile)
  if (permits === 'success' && !isSuccess(reply))
    throw new UnderstudyError(
      'PROFILE_INVALID',
      `Failed to derive ${key}: with this profile the mock refuses the request (${reply.status}). Change the profile to accept posts of ordinary size.`,
    )
  const response = (kind === 'document' ? documentExpectation : mockExpectation)(example, reply)
  const shown = kind === 'document' ? { clauses, choices: [] } : { clauses: [], choices }
  return { key, description, states, request, values, response, ...shown }
}

function checkedName(name: string): string {
  if (/^[\w. -]{1,100}$/.test(name) && name.trim() === name) return name
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to derive a contract: "${name}" cannot be part of a file name. Use letters, digits, dots, dashes and spaces.`,
  )
}
