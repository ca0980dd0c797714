import * as z from 'zod/mini'
import { type PostId, postIdSchema } from '../model/post.ts'

/** Any 4xx status. */
export const clientError = z.int().check(z.minimum(400), z.maximum(499))

const positive = z.int().check(z.positive())

/** How a service assigns the id of a new post. */
export type IdAssignment = 'sequential' | 'unordered' | 'beyond-2^53' | { readonly from: PostId }

export const idAssignmentSchema: z.ZodMiniType<IdAssignment> = z.union([
  z.literal(['sequential', 'unordered', 'beyond-2^53']),
  z.strictObject({ from: postIdSchema }),
])

/** The lowest id that a service assigns. */
export function firstId(assignment: IdAssignment): PostId {
  if (typeof assignment === 'object') return assignment.from
  return assignment === 'beyond-2^53' ? 2n ** 53n + 1n : 1
}

/** A replace of a missing post: refused with a status, or a status of success after "creates-". */
export type ReplaceMissing = number | `creates-${number}`

export const replaceMissingSchema = z.union([
  clientError,
  z.string().check(z.regex(/^creates-2\d\d$/)),
]) as z.ZodMiniType<ReplaceMissing>

/** The status for invalid values in a body: one for all, or one for each kind. */
export type InvalidStatus =
  | number
  | { readonly missing: number; readonly 'wrong-type': number; readonly 'not-allowed': number }

export const invalidStatusSchema: z.ZodMiniType<InvalidStatus> = z.union([
  clientError,
  z.strictObject({ missing: clientError, 'wrong-type': clientError, 'not-allowed': clientError }),
])

/** The maximum lengths of title and content, in Unicode code points. */
export type MaxLength =
  | 'none'
  | {
      readonly title?: number | undefined
      readonly content?: number | undefined
      /** The status for a longer one. Default that of other values that are not allowed. */
      readonly status?: number | undefined
    }

export const maxLengthSchema: z.ZodMiniType<MaxLength> = z.union([
  z.literal('none'),
  z.strictObject({
    title: z.optional(positive),
    content: z.optional(positive),
    status: z.optional(clientError),
  }),
])

const fieldTypes = ['string', 'integer', 'number', 'boolean', 'timestamp'] as const

/** The type of a field that a service adds to every post. A timestamp is the time of creation in RFC 3339 format. */
export type ExtraFieldType = (typeof fieldTypes)[number]

/** Names and types of fields besides id, title and content. */
export type ExtraFieldTypes = 'none' | Readonly<Record<string, ExtraFieldType>>

const extraFieldName = z
  .string()
  .check(
    z.regex(
      /^(?!(?:id|title|content|__proto__)$).+$/,
      'expected a name other than id, title, content and __proto__',
    ),
  )

export const extraFieldsSchema: z.ZodMiniType<ExtraFieldTypes> = z.union([
  z.literal('none'),
  z.record(extraFieldName, z.literal(fieldTypes)),
])

/** The credentials that a request needs, in which requests, and the status without them. */
export type Credentials =
  | 'none'
  | Scheme
  | (({ readonly header: string } | { readonly scheme: Scheme }) & Guard)

type Scheme = 'bearer' | 'basic'

interface Guard {
  /** Default "everything". */
  readonly guards?: 'everything' | 'writes' | undefined
  /** Default 401. */
  readonly status?: number | undefined
}

const headerName = z
  .string()
  .check(z.regex(/^(?!authorization$)[!#$%&'*+.^_`|~\da-z-]+$/, 'expected a header name in lowercase'))
const guard = {
  guards: z.optional(z.literal(['everything', 'writes'])),
  status: z.optional(clientError),
}

export const credentialsSchema: z.ZodMiniType<Credentials> = z.union([
  z.literal(['none', 'bearer', 'basic']),
  z.strictObject({ header: headerName, ...guard }),
  z.strictObject({ scheme: z.literal(['bearer', 'basic']), ...guard }),
])

/** The needed credentials with the defaults filled in; undefined where none are needed. */
export function neededCredentials(answer: Credentials) {
  if (answer === 'none') return undefined
  const given = typeof answer === 'object' ? answer : { scheme: answer }
  return {
    scheme: 'scheme' in given ? given.scheme : undefined,
    header: 'header' in given ? given.header : 'authorization',
    guards: given.guards ?? 'everything',
    status: given.status ?? 401,
  }
}

/** The number of requests that are served in a window of seconds. */
export type RequestLimit = 'none' | { readonly requests: number; readonly seconds: number }

export const requestLimitSchema: z.ZodMiniType<RequestLimit> = z.union([
  z.literal('none'),
  z.strictObject({ requests: positive, seconds: positive }),
])
