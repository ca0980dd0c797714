/**
 * Reads a Retry-After header (RFC 9110, section 10.2.3): a number of seconds, or a date.
 *
 * @param now milliseconds since 1970.
 * @returns milliseconds from now, at least 0; undefined where there is none, or it says nothing.
 * @example
 * retryAfter('120', Date.now()) // 120_000
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Every form of an HTTP date is meant as GMT, and the oldest does not say so.
  const date = /^[A-Z][a-z]+,? /.test(text)
    ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
    : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
