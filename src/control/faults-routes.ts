import * as z from 'zod/mini'
import type { Fault, FaultSettings } from '../../handlers/faults/faults.ts'
import { operationNames } from '../../handlers/model/operation-name.ts'
import { ControlRefusal, type ControlRoutes, readControlBody } from './control-route.ts'

const milliseconds = z.number().check(z.minimum(0), z.maximum(2 ** 31 - 1))

const latencySchema = z.union(
  [
    milliseconds,
    z
      .strictObject({ min: milliseconds, max: milliseconds })
      .check(z.refine(({ min, max }) => min <= max, { error: 'expected "min" not to exceed "max"' })),
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

/** The most queued faults. */
const mostNext = 10_000

const operationSchema = z.enum(['any', ...operationNames])

/** The body of `POST faults/next`. */
const nextFaultSchema = z.strictObject({
  operation: z._default(operationSchema, 'any'),
  fault: faultSchema,
  times: z._default(z.int().check(z.minimum(1), z.maximum(mostNext)), 1),
})

const settingsSchema = z.partial(
  z.strictObject({
    offline: z.boolean(),
    latency: z.partialRecord(operationSchema, latencySchema),
    next: z
      .array(z.strictObject({ operation: operationSchema, fault: faultSchema }))
      .check(z.maxLength(mostNext)),
    rate: z.partialRecord(
      operationSchema,
      z.strictObject({ share: z.number().check(z.minimum(0), z.maximum(1)), fault: faultSchema }),
    ),
  }),
)

export const faultsRoutes: ControlRoutes = {
  'GET /faults': {
    about: 'The fault settings: { offline, latency, next, rate }.',
    perform: ({ world }) => world.faults.settings,
  },
  'PATCH /faults': {
    about:
      'Changes some fault settings, without ending hanging requests: { "latency": { "list": 300 }, "offline": false }.',
    perform({ world: { faults }, body }) {
      const change = readControlBody(settingsSchema, body) as Partial<FaultSettings>
      const { latency, rate } = faults.settings
      faults.settings = {
        ...faults.settings,
        ...change,
        latency: { ...latency, ...change.latency },
        rate: { ...rate, ...change.rate },
      }
      return faults.settings
    },
  },
  'POST /faults/next': {
    about: 'Makes the next requests fail: { "operation": "create", "fault": { "status": 503 }, "times": 2 }.',
    perform({ world, body }) {
      const { operation, fault, times } = readControlBody(nextFaultSchema, body)
      if (world.faults.settings.next.length + times > mostNext)
        throw new ControlRefusal(
          413,
          `There are more than ${mostNext} queued faults. DELETE the faults first.`,
        )
      world.faults.next(operation, fault as Fault, times)
      return world.faults.settings
    },
  },
  'DELETE /faults': {
    about: 'Removes every fault and latency, and ends hanging requests.',
    perform: ({ world }) => world.faults.clear(),
  },
}

function isHeader([name, value]: [string, string]): boolean {
  try {
    new Headers([[name, value]])
    return !framing.includes(name.toLowerCase())
  } catch {
    return false
  }
}
