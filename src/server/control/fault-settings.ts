import * as z from 'zod/mini'
import { operationNames } from '../../../handlers/model/operation-name.ts'
import { validateHeaderName, validateHeaderValue } from '../node-http.ts'

const milliseconds = z.number().check(z.minimum(0), z.maximum(2 ** 31 - 1))

const latencySchema = z.union(
  [
    milliseconds,
    z
      .strictObject({ min: milliseconds, max: milliseconds })
      .check(z.refine(({ min, max }) => min <= max, { error: 'expected "min" to be "max" at most' })),
  ],
  { error: 'expected milliseconds from 0, or { "min": …, "max": … }' },
)

const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']

const headersSchema = z.record(z.string(), z.string()).check(
  z.refine((headers) => Object.entries(headers).every(isHeader), {
    error: `expected names and values of HTTP headers, without ${framing.join(', ')}`,
  }),
)

const faultSchema = z.union(
  [
    z.enum(['network-error', 'timeout', 'reply-lost', 'truncated', 'malformed']),
    z.strictObject({
      status: z.int().check(z.minimum(200), z.maximum(599)),
      headers: z.optional(headersSchema),
      body: z.optional(z.string()),
    }),
  ],
  {
    error:
      'expected "network-error", "timeout", "reply-lost", "truncated", "malformed", or { "status": 200 to 599, "headers": {…}, "body": "…" }',
  },
)

/** How many requests can be made to fail beforehand. */
export const mostNext = 10_000

const operationSchema = z.enum(['any', ...operationNames])

/** What `POST faults/next` takes. */
export const nextFaultSchema = z.strictObject({
  operation: z._default(operationSchema, 'any'),
  fault: faultSchema,
  times: z._default(z.int().check(z.minimum(1), z.maximum(mostNext)), 1),
})

const latenciesSchema = z.partialRecord(operationSchema, latencySchema)
const comingSchema = z
  .array(z.strictObject({ operation: operationSchema, fault: faultSchema }))
  .check(z.maxLength(mostNext))
const ratesSchema = z.partialRecord(
  operationSchema,
  z.strictObject({ share: z.number().check(z.minimum(0), z.maximum(1)), fault: faultSchema }),
)

/** What `PUT faults` takes: all fault settings as plain data; what is left out is none. */
export const faultSettingsSchema = z.strictObject({
  offline: z._default(z.boolean(), false),
  latency: z._default(latenciesSchema, {}),
  next: z._default(comingSchema, []),
  rate: z._default(ratesSchema, {}),
})

/** What `PATCH faults` takes: what is left out stays. */
export const faultChangeSchema = z.strictObject({
  offline: z.optional(z.boolean()),
  latency: z.optional(latenciesSchema),
  next: z.optional(comingSchema),
  rate: z.optional(ratesSchema),
})

function isHeader([name, value]: [string, string]): boolean {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return !framing.includes(name.toLowerCase())
  } catch {
    return false
  }
}
