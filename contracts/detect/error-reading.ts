import {
  type ErrorFields,
  type ErrorPart,
  errorFields,
  type NamedErrorBody,
} from '../../handlers/model/error-fields.ts'
import type { JsonValue } from '../../handlers/model/json.ts'
import { isRefusal } from '../document/exchange.ts'
import { isObject, readBody } from '../document/post-text.ts'
import { masked, type Reading, type Sightings, seen, unknown } from './reading.ts'

type Answer = NamedErrorBody | ErrorFields

/** Reads the shape of an error off the reply to a post that never existed. */
export function readErrorBody({ traces }: Sightings): Reading<Answer> {
  const trace = traces.get('read/missing')
  if (!trace) return masked('the request "read/missing" was not played')
  const { reply } = trace.exchange
  if (!isRefusal(reply)) return unknown(`a post that never existed is answered with ${reply.status}`, trace)
  if (reply.body === '') return seen<Answer>('none', trace)
  const value = readBody(reply.body)
  if (!isObject(value))
    return unknown(`an error is ${reply.headers['content-type'] ?? 'of no media type'}`, trace)
  if ('title' in value && 'status' in value && 'detail' in value) return seen<Answer>('object', trace)
  const { fields, others } = shapeOf(value, reply.status)
  if (Object.keys(fields).length === 0 && others.length > 0)
    return unknown(`an error has the fields ${others.join(', ')}`, trace)
  return {
    ...seen<Answer>(named(fields), trace),
    ...(others.length > 0 && { inferred: `an error also has ${others.join(', ')}` }),
    fits: (expected) => sameShape(errorFields(expected), fields),
  }
}

/** The fields that hold something of an error, and the names of those that no profile can describe. */
function shapeOf(
  value: Record<string, JsonValue>,
  status: number,
): { fields: ErrorFields; others: string[] } {
  const fields: Record<string, ErrorFields[string]> = {}
  const others: string[] = []
  for (const [name, item] of Object.entries(value)) {
    const part = partOf(item, status)
    const inner = isObject(item) ? shapeOf(item, status) : undefined
    const parts = Object.entries(inner?.fields ?? {}).filter(([, deeper]) => typeof deeper === 'string')
    if (part !== undefined) fields[name] = part
    else if (parts.length > 0) fields[name] = Object.fromEntries(parts) as Record<string, ErrorPart>
    else others.push(name)
    if (parts.length > 0) others.push(...(inner?.others ?? []).map((deeper) => `${name}.${deeper}`))
  }
  return { fields, others }
}

function partOf(item: JsonValue, status: number): ErrorPart | undefined {
  if (typeof item === 'string') return /^\s*not ?found\s*$/i.test(item) ? 'title' : 'detail'
  return typeof item === 'number' && item === status ? 'status' : undefined
}

function named(fields: ErrorFields): Answer {
  const names = Object.keys(fields)
  if (names.length === 0) return 'empty-object'
  return names.length === 1 && fields.message === 'detail' ? 'message' : fields
}

/** Which words stand in a field is the service's own matter, as long as there are some. */
function sameShape(expected: ErrorFields | undefined, found: ErrorFields): boolean {
  return expected !== undefined && shapeText(expected) === shapeText(found)
}

function shapeText(fields: ErrorFields): string {
  const entries = Object.entries(fields).map(([name, part]) =>
    typeof part === 'string' ? [name, part === 'status' ? 'status' : 'words'] : [name, shapeText(part)],
  )
  return JSON.stringify(entries.toSorted(([left = ''], [right = '']) => (left < right ? -1 : 1)))
}
