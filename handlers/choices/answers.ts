import * as z from 'zod/mini'
import { postIdSchema } from '../model/post.ts'

/** Any 4xx status. */
export const clientError = z.int().check(z.minimum(400), z.maximum(499))

const positive = z.int().check(z.positive())

export const idAssignmentSchema = z.union([
  z.literal(['sequential', 'unordered', 'beyond-2^53']),
  z.strictObject({ from: postIdSchema }),
])

/** How a service assigns the id of a new post. */
export type IdAssignment = z.infer<typeof idAssignmentSchema>

/** The lowest id that a service assigns. */
export function firstId(assignment: IdAssignment) {
  if (typeof assignment === 'object') return assignment.from
  return assignment === 'beyond-2^53' ? 2n ** 53n + 1n : 1
}

/** A replace of a missing post: refused with a status, or a status of success after "creates-". */
export type ReplaceMissing = number | `creates-${number}`

export const replaceMissingSchema = z.union([
  clientError,
  z.string().check(z.regex(/^creates-2\d\d$/)),
]) as z.ZodMiniType<ReplaceMissing>

export const invalidStatusSchema = z.union([
  clientError,
  z.strictObject({ missing: clientError, 'wrong-type': clientError, 'not-allowed': clientError }),
])

/** The status for invalid values in a body: one for all, or one for each kind. */
export type InvalidStatus = z.infer<typeof invalidStatusSchema>

export const maxLengthSchema = z.union([
  z.literal('none'),
  z.strictObject({
    title: z.optional(positive),
    content: z.optional(positive),
    status: z.optional(clientError),
  }),
])

/** The maximum lengths of title and content, in Unicode code points, and the status for a longer one. */
export type MaxLength = z.infer<typeof maxLengthSchema>

const fieldType = z.literal(['string', 'integer', 'number', 'boolean', 'timestamp'])

/** The type of a field that a service adds to every post. A timestamp is the time of creation in RFC 3339 format. */
export type ExtraFieldType = z.infer<typeof fieldType>

const extraFieldName = z
  .string()
  .check(
    z.regex(
      /^(?!(?:id|title|content|__proto__)$).+$/,
      'expected a name other than id, title, content and __proto__',
    ),
  )

export const extraFieldsSchema = z.union([z.literal('none'), z.record(extraFieldName, fieldType)])

/** Names and types of fields besides id, title and content. */
export type ExtraFieldTypes = z.infer<typeof extraFieldsSchema>

const headerName = z
  .string()
  .check(z.regex(/^(?!authorization$)[!#$%&'*+.^_`|~\da-z-]+$/, 'expected a header name in lowercase'))
const guard = {
  /** Default "everything". */
  guards: z.optional(z.literal(['everything', 'writes'])),
  /** Default 401. */
  status: z.optional(clientError),
}

export const credentialsSchema = z.union([
  z.literal(['none', 'bearer', 'basic']),
  z.strictObject({ header: headerName, ...guard }),
  z.strictObject({ scheme: z.literal(['bearer', 'basic']), ...guard }),
])

/** The credentials that a request needs, in which requests, and the status without them. */
export type Credentials = z.infer<typeof credentialsSchema>

/** The needed credentials with the defaults filled in; undefined where none are needed. */
export function neededCredentials(answer: Credentials) {
  if (answer === 'none') return undefined
  const given: Exclude<Credentials, string> = typeof answer === 'object' ? answer : { scheme: answer }
  return {
    scheme: 'scheme' in given ? given.scheme : undefined,
    header: 'header' in given ? given.header : 'authorization',
    guards: given.guards ?? 'everything',
    status: given.status ?? 401,
  }
}

export const requestLimitSchema = z.union([
  z.literal('none'),
  z.strictObject({ requests: positive, seconds: positive }),
])

/** The number of requests that are served in a window of seconds. */
export type RequestLimit = z.infer<typeof requestLimitSchema>
