import type { JsonValue } from '../../handlers/model/json.ts'
import type { ClauseId } from '../spec/clauses.ts'
import type { Example, ExampleRequest } from '../spec/example.ts'
import type { StateName, StateValues } from '../spec/states.ts'

/** A value in Pact's integration JSON: literal, or with matchers (https://docs.pact.io, "integration JSON format"). */
export type Expected = JsonValue | { readonly [key: string]: unknown } | readonly Expected[]

/** One request and its expected response, derived from the handlers. */
export interface Interaction {
  readonly key: string
  readonly description: string
  readonly operation: Example['operation']
  readonly states: readonly StateName[]
  readonly request: ExampleRequest
  /** The values of the states when the contract was derived: the examples in the file. */
  readonly values: StateValues
  readonly response: ExpectedResponse
  readonly clauses: readonly ClauseId[]
}

export interface ExpectedResponse {
  readonly status: ExpectedStatus
  /** Default any. */
  readonly mediaType?: Expected
  /** The body. Default any. */
  readonly like?: Expected
}

export interface ExpectedStatus {
  /** Only the example; any success; any success or refusal (4xx); or any status. */
  readonly permits: 'example' | 'success' | 'success-or-refusal' | 'anything'
  readonly example: number
}

/** What a consumer may expect of a provider: the statements of the interface document. */
export interface Contract {
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly Interaction[]
}
