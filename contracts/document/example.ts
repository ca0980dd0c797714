import type { ChoiceId } from '../../handlers/choices.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { ClauseId } from './clauses.ts'
import type { Sending } from './exchange.ts'
import type { StateName } from './states.ts'

/**
 * A request that shows a clause or a choice, and the provider states it needs. The handlers give the expected reply
 * when a contract is derived.
 */
export interface Example {
  /** Unique, `<operation>/<what is special>`; the interaction's key in the Pact file. */
  readonly key: string
  /** The request in a few words that follow "a request to". */
  readonly description: string
  readonly operation: OperationName | 'beside'
  readonly states: readonly StateName[]
  readonly request: ExampleRequest
  /** The clauses that the exchange can break. The examples with clauses are the document contract. */
  readonly clauses: readonly ClauseId[]
  /** The choices that it shows. The examples with choices are the mock contract. */
  readonly shows?: readonly ChoiceId[]
  /** The replies that the document permits. */
  readonly permits: 'success' | 'not-found' | 'success-or-refusal' | 'anything'
}

/** A request with placeholders such as `${id}` for the values of the provider states. */
export interface ExampleRequest {
  readonly method: string
  /** Below the base address: `/posts/${id}`. */
  readonly path: string
  /** The fields of a JSON object, or the exact text. */
  readonly body?: Readonly<Record<string, unknown>> | string
  /** Default application/json with a body; null sends none. */
  readonly mediaType?: string | null
  /** Further headers, by lower-case name. Default none. */
  readonly headers?: Readonly<Record<string, string>>
  /** How the body is sent. Default in one piece. */
  readonly sending?: Sending
}

/** Replaces the placeholders in a text. */
export function fillIn(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\$\{(\w+)\}/g, (_whole, name: string) => String(values[name]))
}
