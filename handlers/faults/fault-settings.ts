import * as z from 'zod/mini'
import { UnderstudyError } from '../model/errors.ts'
import { type OperationName, operationNames } from '../model/operation-name.ts'

/**
 * How a request fails: with a status (with the given body and headers, or the profile's error body), without a reply
 * (`network-error`), with a reply that never comes (`timeout`), without a reply after the operation was done (`reply-lost`),
 * with an incomplete body (`truncated`), or with a body that is not JSON (`malformed`).
 */
export type Fault = StatusFault | 'network-error' | 'timeout' | 'reply-lost' | 'truncated' | 'malformed'

export interface StatusFault {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** The exact text of the body. */
  readonly body?: string
}

/** An operation, or all requests. */
export type FaultOperation = OperationName | 'any'

/** Milliseconds: a fixed number, or a range from which the mock's seed draws a number for each request. */
export type Latency = number | { readonly min: number; readonly max: number }

/** All settings of faults, as plain data. */
export interface FaultSettings {
  readonly offline: boolean
  readonly latency: Partial<Record<FaultOperation, Latency>>
  readonly next: readonly { readonly operation: FaultOperation; readonly fault: Fault }[]
  readonly rate: Partial<Record<FaultOperation, { readonly share: number; readonly fault: Fault }>>
}

const operation = z.literal([...operationNames, 'any'])
const milliseconds = z.number().check(z.gte(0), z.lt(2 ** 31))
const range = z.strictObject({ min: milliseconds, max: milliseconds })
const latency = z.union([milliseconds, range.check(z.refine(({ min, max }) => min <= max))])
const named = ['network-error', 'timeout', 'reply-lost', 'truncated', 'malformed'] as const
const fault = z.union([
  z.literal(named),
  z.strictObject({
    status: z.int().check(z.gte(200), z.lte(599)),
    headers: z.optional(z.record(z.string(), z.string()).check(z.refine(areHeaders))),
    body: z.optional(z.string()),
  }),
])
const settingsSchema = z.partial(
  z.strictObject({
    offline: z.boolean(),
    latency: z.partialRecord(operation, latency),
    next: z.array(z.strictObject({ operation, fault })),
    rate: z.partialRecord(operation, z.strictObject({ share: z.number().check(z.gte(0), z.lte(1)), fault })),
  }),
)

/** Headers that say where a reply ends: a host sets them. */
const framing = /^(?:transfer-encoding|connection|keep-alive|trailer|upgrade)$/i

function areHeaders(headers: Record<string, string>): boolean {
  try {
    return ![...new Headers(headers).keys()].some((name) => framing.test(name))
  } catch {
    return false
  }
}

/** @throws UnderstudyError `OPTION_INVALID` for settings that no request could follow. */
export function checkFaults(settings: Partial<FaultSettings>): void {
  const { error } = z.safeParse(settingsSchema, settings)
  if (!error) return
  const [issue] = error.issues
  const place = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])]
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to set a fault: "${place.join('.')}" is not as expected. An operation is ${operationNames.join(', ')} or any; a fault is ${named.join(', ')} or an object with a status from 200 to 599; a latency is in milliseconds from 0, a share from 0 to 1.`,
  )
}
