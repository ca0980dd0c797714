import type { ChoiceId } from '../../handlers/choices.ts'
import type { JsonValue } from '../../handlers/model/json.ts'
import type { ClauseId } from '../spec/clauses.ts'
import type { ExampleRequest } from '../spec/example.ts'
import type { StateName, StateValues } from '../spec/states.ts'

/** A value in Pact's integration JSON: literal, or with matchers (https://docs.pact.io, "integration JSON format"). */
export type Expected = JsonValue | { readonly [key: string]: unknown } | readonly Expected[]

/** One request and its expected response, derived from the handlers. */
export interface Interaction {
  readonly key: string
  readonly description: string
  readonly states: readonly StateName[]
  readonly request: ExampleRequest
  /** The values of the states when the contract was derived: the examples in the file. */
  readonly values: StateValues
  readonly response: ExpectedResponse
  readonly clauses: readonly ClauseId[]
  readonly choices: readonly ChoiceId[]
}

export interface ExpectedResponse {
  readonly status: ExpectedStatus
  readonly headers: Readonly<Record<string, Expected>>
  /** `any` permits every body, `none` only an empty one. */
  readonly body: { readonly like: Expected } | 'any' | 'none'
}

export interface ExpectedStatus {
  /** Only the example; any success; any success or refusal (4xx); or any status. */
  readonly permits: 'example' | 'success' | 'success-or-refusal' | 'anything'
  readonly example: number
}

/** The interactions of one kind: from the document, or from a profile. */
export interface Contract {
  readonly kind: ContractKind
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly Interaction[]
}

export type ContractKind = 'document' | 'mock'
