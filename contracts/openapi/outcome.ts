import type { ChoiceId } from '../../handlers/choices.ts'
import type { ErrorBody } from '../../handlers/http/refusal.ts'
import type { ClauseId } from '../document/clauses.ts'

/** One way in which an operation can end under a profile. */
export interface Outcome {
  readonly status: number
  /** What the reply means, as a sentence. */
  readonly meaning: string
  readonly body: OutcomeBody
  /** Headers that only this reply has, each with the choice that settles it. */
  readonly headers?: OutcomeHeaders
  readonly clauses?: readonly ClauseId[]
  readonly choices?: readonly ChoiceId[]
}

/** The choices that settle the headers of a reply; a `Location` is in the form that its choice names. */
export interface OutcomeHeaders {
  readonly Location?:
    | 'create.location'
    | 'replace.location'
    | 'replace.status'
    | 'delete.status'
    | 'create.status'
  readonly Allow?: 'method.other'
  readonly Link?: 'list.page-size'
  readonly 'Retry-After'?: 'limit.requests'
  readonly 'WWW-Authenticate'?: 'access.status'
}

/** What the body of a reply holds: none, posts, or what the template of a choice says. */
export type OutcomeBody = 'none' | 'posts' | 'post' | BodyChoice

/** A choice that says what a body holds. */
export type BodyChoice = 'create.body' | 'replace.body' | 'delete.body' | ErrorBody

/** One that a component describes; the others are beside the operations. */
export type NamedBody = Exclude<BodyChoice, 'path.unknown-body'>
