import type { ChoiceId } from '../../handlers/choices.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { ExampleRequest } from '../document/example.ts'
import type { StateName, StateValues } from '../document/states.ts'
import type { Expected } from './matchers.ts'

/** One request and what its response must satisfy, derived from the handlers. */
export interface Interaction {
  readonly key: string
  readonly description: string
  readonly states: readonly StateName[]
  readonly request: ExampleRequest
  /** What the states gave when the contract was derived: the examples in the file. */
  readonly values: StateValues
  readonly response: ExpectedResponse
  readonly clauses: readonly ClauseId[]
  readonly choices: readonly ChoiceId[]
}

/** What a response must satisfy. */
export interface ExpectedResponse {
  readonly status: ExpectedStatus
  readonly headers: Readonly<Record<string, Expected>>
  /** `any` leaves the body open, `none` permits none. */
  readonly body: { readonly like: Expected } | 'any' | 'none'
}

/** One status; any success; any success and any refusal, which leaves out that the service failed; or any. The example follows. */
export type ExpectedStatus =
  | { readonly exactly: number }
  | { readonly success: number }
  | { readonly successOrRefusal: number }
  | { readonly any: number }

/** The interactions of one kind: what the document states, or what a profile adds to it. */
export interface Contract {
  readonly kind: ContractKind
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly Interaction[]
}

export type ContractKind = 'document' | 'mock'
