import type { Template } from '../../../handlers/model/template.ts'
import type { ExactObject, KnownPost } from './model.ts'
import type { NextId } from './next-id.ts'
import type { Fault } from './sent-body.ts'

/** What a reply's body holds: for a write, what a template says. */
export type PredictedBody = 'none' | 'list' | 'error' | { readonly template: Template }

/** A post that a reply is about: the id it has, or what may become its id. */
export interface Subject {
  readonly id: NextId
  readonly post: KnownPost
}

/** What a request does to the state. */
export type Change = 'put' | 'brought' | 'delete'

/** What the document and the profile say of a reply. */
export interface Prediction {
  /** More than one where a request has several faults, and nothing says which is answered. */
  readonly statuses: readonly number[]
  readonly body: PredictedBody
  readonly subject?: Subject
  readonly change?: Change
  /** What the client sent, where a body may repeat it. */
  readonly sent?: ExactObject
  /** Where a Location header leads, by what form of address. */
  readonly location?: 'path' | 'absolute' | 'list'
  /** The methods of an Allow header. */
  readonly allow?: readonly string[]
  /** The faults that an error body lists, where the fields of a body are all that is wrong. */
  readonly faults?: readonly Fault[]
  /** The choices that may have the body of an error. */
  readonly errorBodies?: readonly ErrorBody[]
  /** A preflight: what a browser must be allowed. */
  readonly preflight?: { readonly method: string | undefined; readonly headers: string | undefined }
}

/** A choice that has the body of an error. */
export type ErrorBody = 'error.body' | NonNullable<Fault['body']>

/** A refusal for any of several reasons. */
export function refused(faults: readonly Fault[], more: Partial<Prediction> = {}): Prediction {
  const isFieldsAlone = faults.every(({ field }) => field !== undefined)
  return {
    statuses: faults.map(({ status }) => status),
    body: 'error',
    errorBodies: faults.map(({ body }): ErrorBody => body ?? 'error.body'),
    ...(isFieldsAlone ? { faults } : {}),
    ...more,
  }
}

/** What a template makes of a body. */
export function bodyBy(template: Template): PredictedBody {
  return template === 'none' ? 'none' : { template }
}

/** A success. */
export function answered(status: number, body: PredictedBody, more: Partial<Prediction> = {}): Prediction {
  return { statuses: [status], body: status === 204 || status === 205 ? 'none' : body, ...more }
}
