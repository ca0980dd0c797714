import type { ChoiceId } from '../../handlers/choices.ts'
import type { ErrorBody } from '../../handlers/http/refusal.ts'
import type { ClauseId } from '../spec/clauses.ts'

/** One possible reply of an operation under a profile. */
export interface Outcome {
  readonly status: number
  /** A sentence. */
  readonly meaning: string
  readonly body: OutcomeBody
  /** Its own headers, each with its choice. */
  readonly headers?: OutcomeHeaders
  readonly clauses?: readonly ClauseId[]
  readonly choices?: readonly ChoiceId[]
}

export type HeaderName = 'Location' | 'Allow' | 'Link' | 'Retry-After' | 'WWW-Authenticate'

export type OutcomeHeaders = { readonly [Name in HeaderName]?: ChoiceId }

/** The body of a reply: none, posts, or the template of a choice. */
export type OutcomeBody = 'none' | 'posts' | 'post' | BodyChoice

/** A choice with a body template. */
export type BodyChoice = 'create.body' | 'replace.body' | 'delete.body' | ErrorBody
