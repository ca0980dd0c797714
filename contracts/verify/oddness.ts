import type { Finding } from '../judge/finding.ts'
import { sequenceName } from '../run/trace.ts'
import { examples } from '../spec/examples.ts'
import type { Exchange, SentRequest } from '../spec/exchange.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import { methodOf } from './evidence.ts'

/** How odd the requests of examples are to which the document permits several replies. */
const oddExamples = new Map(
  examples.map(({ key, permits }) => [
    key,
    { anything: 12, 'success-or-refusal': 3, success: 0, 'not-found': 0 }[permits],
  ]),
)

/** A longer text is not read at a glance, in characters. */
const short = 120

/**
 * How odd the evidence of a finding is: 0 for ordinary requests with ordinary texts. Every report shows the finding
 * with the least first.
 */
export function oddnessOf({ clause, exchanges, shownBy, post }: Finding): number {
  const method = methodOf(clause)
  const isWrite = ({ request }: Exchange) =>
    method === undefined ? request.method !== 'GET' : request.method === method
  const isOfWrite = method !== undefined || clause === 'others.untouched'
  // The effect of a write is hard to understand without the write.
  const lack = isOfWrite && !exchanges.some(isWrite) ? 100 : 0
  const sequence = shownBy.startsWith(sequenceName('')) ? 50 : 0
  const [key = ''] = shownBy.split(',')
  const odd = oddExamples.get(key) ?? 0
  // Without its create nobody can repeat it.
  const unmade = post !== undefined && !exchanges.some(({ request }) => request.method === 'POST') ? 30 : 0
  const start = lack + sequence + odd + unmade
  return exchanges.reduce((sum, { request }) => sum + 1 + oddnessOfRequest(request), start)
}

function oddnessOfRequest({ headers, body, sending }: SentRequest): number {
  const { 'content-type': type = 'none', ...others } = headers
  const more = Object.keys(others).length > 0 || sending !== undefined ? 40 : 0
  if (body === undefined) return more
  const isOrdinary = type === 'application/json'
  return more + (isOrdinary ? 0 : 40) + oddnessOfBody(body)
}

function oddnessOfBody(body: string): number {
  const value = readBody(body)
  if (!isObject(value)) return 60
  const { title, content, ...others } = value
  return oddnessOfText(title) + oddnessOfText(content) + (Object.keys(others).length > 0 ? 30 : 0)
}

function oddnessOfText(text: unknown): number {
  if (text === undefined) return 5
  if (typeof text !== 'string') return 20
  if (text === '') return 4
  if (/^[\w .,:!?'-]*$/.test(text))
    return text.length > short ? 10 + Math.min(text.length / 1000, 10) : text === text.trim() ? 0 : 6
  return /^[\p{L}\p{N}\p{P}\p{S} \n]*$/u.test(text) && text.length <= short ? 8 : 14
}
