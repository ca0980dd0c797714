import { type ChoiceId, choiceIds } from '../../handlers/choices.ts'
import { type ClauseId, clauseIds } from '../document/clauses.ts'
import type { Contract, ContractKind } from './interaction.ts'
import { outsidePact } from './outside-pact.ts'

/** What contracts show, and what they cannot. */
export interface ContractCoverage {
  /** Clauses and choices, each with the keys of the interactions that show it. */
  readonly shown: readonly { readonly id: ClauseId | ChoiceId; readonly interactions: readonly string[] }[]
  readonly notShown: readonly { readonly id: ClauseId | ChoiceId; readonly reason: string }[]
  /** Interactions that stand in no Pact file. */
  readonly outsidePact: readonly {
    readonly contract: ContractKind
    readonly key: string
    readonly reason: string
  }[]
}

/** Why one request in one state cannot show a clause or a choice. */
const beyondOneRequest: { readonly [Id in ClauseId | ChoiceId]?: string } = {
  'version.path':
    'It is a statement about the base address, which a contract leaves to whoever verifies it; it is read from the address.',
  'id.reuse':
    'It takes two creates with a delete between them, and nobody else who creates meanwhile; sequences show it.',
  'input.invalid-utf8':
    'The bytes of such a body cannot carry a title that a provider state gave, so nobody could remove a post that it makes.',
  'input.max-bytes':
    'A limit takes a request on either side of it; at the default this would be two megabytes of Pact file.',
  'input.max-depth': 'A limit takes a request on either side of it.',
  'input.max-length':
    'A limit takes a request on either side of it, and a profile may have one for each field.',
  'access.credentials':
    'It takes a request without the credentials that a run is given; calibrate sends one.',
  'access.guarded': 'It takes a request without the credentials that a run is given.',
  'access.status': 'It takes a request without the credentials that a run is given.',
  'limit.requests': 'It takes more requests in a moment than a client with manners sends.',
  'limit.time': 'It takes a request that the service is slow to answer.',
  'cors.origins':
    'Only a request with an Origin header shows it, and one of its answers is the absence of headers, which Pact cannot ask for.',
}

const notAsked = 'Not tested in this mode.'

/**
 * Tells of every clause and every choice by which interactions it is shown, or why it is not.
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
