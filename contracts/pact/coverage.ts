import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { type ClauseId, clauseIds } from '../spec/clauses.ts'
import { type Contract, type ContractKind, outsidePact } from './interaction.ts'

/** What contracts test, and what they do not. */
export interface ContractCoverage {
  /** Clauses and choices with the keys of their interactions. */
  readonly shown: readonly { readonly id: ClauseId | ChoiceId; readonly interactions: readonly string[] }[]
  readonly notShown: readonly { readonly id: ClauseId | ChoiceId; readonly reason: string }[]
  /** Interactions that Pact cannot send. */
  readonly outsidePact: readonly {
    readonly contract: ContractKind
    readonly key: string
    readonly reason: string
  }[]
}

/** Why one interaction cannot test a clause or a choice. */
const beyondOneRequest: { readonly [Id in ClauseId | ChoiceId]?: string } = {
  'version.path': 'It is about the base address, which is not part of a contract; verify checks the address.',
  'id.reuse': 'It needs two creates with a delete between them, and no other client; sequences test it.',
  'input.max-bytes': 'A limit needs a request on either side of it; the Pact file would have two megabytes.',
  'input.max-length':
    'A limit needs a request on either side of it, and a profile may have one for each field.',
  'access.credentials': 'It needs a request without credentials; calibrate sends one.',
  'limit.requests': 'It needs more requests per second than a run sends.',
  'limit.time': 'It needs a slow reply.',
  'cors.origins':
    'It needs a request with an Origin header, and Pact cannot expect that headers are missing.',
}

const notAsked = 'Not tested in this mode.'

/**
 * Lists for every clause and choice the interactions that test it, or why there are none.
 *
 * @example
 * contractCoverage([document, mock]).notShown.map(({ id, reason }) => `${id}: ${reason}`)
 */
export function contractCoverage(contracts: readonly Contract[]): ContractCoverage {
  const interactions = contracts.flatMap((contract) => contract.interactions)
  const subjects = [...clauseIds, ...choiceIds].map((id) => ({
    id,
    interactions: interactions
      .filter(({ clauses, choices }) => [...clauses, ...choices].includes(id))
      .map(({ key }) => key),
  }))
  return {
    shown: subjects.filter((subject) => subject.interactions.length > 0),
    notShown: subjects
      .filter((subject) => subject.interactions.length === 0)
      .map(({ id }) => ({ id, reason: beyondOneRequest[id] ?? notAsked })),
    outsidePact: contracts.flatMap(({ kind, interactions }) =>
      interactions.flatMap(({ key, request }) => {
        const reason = outsidePact(request)
        return reason === undefined ? [] : [{ contract: kind, key, reason }]
      }),
    ),
  }
}
