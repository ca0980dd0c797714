import * as v from 'valibot'
import { eachField, fieldNames } from '../fields.ts'
import { isObject } from '../model/json.ts'
import { postIdSchema } from '../model/post.ts'

/** The schema of a hundred statuses. */
export const statusFrom = (from: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(from + 99))

export const clientError = statusFrom(400)

export const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

export const idAssignmentSchema = v.union([
  v.picklist(['sequential', 'unordered', 'beyond-2^53']),
  v.strictObject({ from: postIdSchema }),
])

/** How a service assigns the id of a new post. */
export type IdAssignment = v.InferOutput<typeof idAssignmentSchema>

/** The lowest id that a service assigns. */
export function firstId(assignment: IdAssignment) {
  if (typeof assignment === 'object') return assignment.from
  return assignment === 'beyond-2^53' ? 2n ** 53n + 1n : 1
}

/** A replace of a missing post: refused with a status, or a status of success after "creates-". */
type ReplaceMissing = number | `creates-${number}`

export const replaceMissingSchema = v.union([
  clientError,
  v.pipe(v.string(), v.regex(/^creates-2\d\d$/)),
]) as v.GenericSchema<unknown, ReplaceMissing>

export const invalidStatusSchema = v.union([
  clientError,
  v.strictObject({ missing: clientError, 'wrong-type': clientError, 'not-allowed': clientError }),
])

export const maxLengthSchema = v.union([
  v.literal('none'),
  v.pipe(
    v.custom<object>(isObject),
    v.partial(v.strictObject({ ...eachField(() => positive), status: clientError })),
  ),
])

const fieldType = v.picklist(['string', 'integer', 'number', 'boolean', 'timestamp'])

/** The type of a field that a service adds to every post. A timestamp is the time of creation in RFC 3339 format. */
export type ExtraFieldType = v.InferOutput<typeof fieldType>

/** Not `v.record`, which passes over a field named `constructor`. */
const extraFields = v.custom<Record<string, ExtraFieldType>>(
  (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, type]) => !['', 'id', ...fieldNames, '__proto__'].includes(name) && v.is(fieldType, type),
    ),
)

export const extraFieldsSchema = v.union([v.literal('none'), extraFields])

const headerName = v.pipe(v.string(), v.regex(/^(?!authorization$)[!#$%&'*+.^_`|~\da-z-]+$/))
const guard = {
  /** Default "everything". */
  guards: v.optional(v.picklist(['everything', 'writes'])),
  /** Default 401. */
  status: v.optional(clientError),
}

export const credentialsSchema = v.union([
  v.picklist(['none', 'bearer', 'basic']),
  v.strictObject({ header: headerName, ...guard }),
  v.strictObject({ scheme: v.picklist(['bearer', 'basic']), ...guard }),
])

/** The credentials that a request needs, in which requests, and the status without them. */
export type Credentials = v.InferOutput<typeof credentialsSchema>

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

export const requestLimitSchema = v.union([
  v.literal('none'),
  v.strictObject({ requests: positive, seconds: positive }),
])
