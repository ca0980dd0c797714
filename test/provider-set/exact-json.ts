type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** What the type library does not know yet of JSON, and Node does. */
const json = JSON as unknown as {
  parse(text: string, reviver: Reviver): unknown
  rawJSON(text: string): unknown
}

/** Reads JSON with every integer as a bigint, so that none is rounded and `7.0` is told from `7`. */
export function parse(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && /^-?\d+$/.test(source ?? '') ? BigInt(source ?? '') : value,
  )
}

/** Writes JSON with every bigint as the integer it is. */
export function stringify(value: unknown, indent = 0): string {
  return JSON.stringify(
    value,
    (_key, item) => (typeof item === 'bigint' ? json.rawJSON(`${item}`) : item),
    indent,
  )
}
