import type { RawReply } from '../target.ts'

type Headers = RawReply['headers']

/** The value of a header by its lower-case name; repeated values are joined (RFC 9110, section 5.3). */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}

export function joinedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, headerOf(headers, name) ?? '']))
}
