// TypeScript does not know it yet (ECMAScript 2026, JSON.parse source text access); every Node from 22 on has it.
const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => object }

/** Data that `JSON.stringify` writes without failing on a bigint and without rounding it. */
export function exactJson(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON(String(value))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exactJson(member)]))
}
