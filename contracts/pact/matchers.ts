import type { JsonValue } from '../../handlers/model/json.ts'

/** A value in Pact's integration JSON: literal, or with matchers (https://docs.pact.io, "integration JSON format"). */
export type Expected = JsonValue | { readonly [key: string]: unknown } | readonly Expected[]

/** Any integer; `value` is the example. */
export function integer(value: JsonValue): Expected {
  return { 'pact:matcher:type': 'integer', value }
}

/** Any value of the example's type; inside an object or array, the members' own matchers count. */
export function like(value: Expected): Expected {
  return { 'pact:matcher:type': 'type', value }
}

/** Exactly this value. */
export function exactly(value: JsonValue): Expected {
  return { 'pact:matcher:type': 'equality', value }
}

/** A text that matches a Rust regular expression (`(?i)` ignores case), and the example. */
export function matching(regex: string, value: string): Expected {
  const isMatch = new RegExp(regex.replace(/^\(\?i\)/, ''), regex.startsWith('(?i)') ? 'i' : '').test(value)
  if (!isMatch) throw new RangeError(`Failed to build a matcher: "${value}" does not match /${regex}/.`)
  return { 'pact:matcher:type': 'regex', regex, value }
}

/** Any number of items, each like the example. */
export function eachLike(item: Expected): Expected {
  return { 'pact:matcher:type': 'type', min: 0, value: [item] }
}

/** A value of a provider state, and the example. A consumer may send any of its type. */
export function fromState(expression: string, value: JsonValue): Expected {
  return { 'pact:matcher:type': 'type', value, ...generator(expression) }
}

/** A path with the id of a provider state, `/posts/${id}`. A consumer may send any id. */
export function pathFromState(expression: string, path: string): Expected {
  const regex = `^${expression.replaceAll('${id}', '-?\\d+')}$`
  return { 'pact:matcher:type': 'regex', regex, value: path, ...generator(expression) }
}

function generator(expression: string) {
  return { 'pact:generator:type': 'ProviderState', expression }
}

/** The media type of a JSON reply, with any parameters, in any case. */
export const jsonMediaType = matching('(?i)^application/json(?:\\s*;.*)?$', 'application/json')
