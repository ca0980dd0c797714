import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { ClauseId } from './clauses.ts'
import type { Sending } from './exchange.ts'
import type { StateName } from './states.ts'

/**
 * A request that shows something, and the provider states it needs. What comes back is not written here: the handlers
 * say it, when a contract is derived.
 */
export interface Example {
  /** Unique, `<operation>/<what is special>`; the interaction's key in the Pact file. */
  readonly key: string
  /** What the request is, in a few words that follow "a request to". */
  readonly description: string
  readonly operation: OperationName | 'beside'
  readonly states: readonly StateName[]
  readonly request: ExampleRequest
  /** The clauses that the exchange, or the state it leaves, can break. Those with any make up the document contract. */
  readonly clauses: readonly ClauseId[]
  /** What the document permits as an answer; a service may refuse what the document does not forbid. */
  readonly permits: 'success' | 'not-found' | 'success-or-refusal' | 'anything'
}

/** A request in which `${name}` stands for what the provider states gave. */
export interface ExampleRequest {
  readonly method: string
  /** Below the base address: `/posts/${id}`. */
  readonly path: string
  /** The fields of a JSON object, or the exact text of a body. */
  readonly body?: Readonly<Record<string, unknown>> | string
  /** Default application/json where there is a body; null sends none. */
  readonly mediaType?: string | null
  /** Further headers, by lower-case name. Default none. */
  readonly headers?: Readonly<Record<string, string>>
  /** How the body goes over the wire. Default at once. */
  readonly sending?: Sending
}

/** Puts the values of provider states into a text. */
export function fillIn(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\$\{(\w+)\}/g, (_whole, name: string) => String(values[name]))
}
