/** What a field of an error body holds: the status as a number, the status in words, or what was wrong. */
export type ErrorPart = 'status' | 'title' | 'detail'

/** The fields of an error body by name; one may hold fields of its own. */
export type ErrorFields = {
  readonly [name: string]: ErrorPart | { readonly [name: string]: ErrorPart }
}

/** The shapes of an error body that have names: `object` also lists what is wrong with each field. */
export type NamedErrorBody = 'object' | 'message' | 'empty-object' | 'none'

/** The fields that an answer to `error.body` stands for; undefined for those that are more, or no body at all. */
export function errorFields(answer: NamedErrorBody | ErrorFields): ErrorFields | undefined {
  if (answer === 'object' || answer === 'none') return undefined
  if (answer === 'message') return { message: 'detail' }
  return answer === 'empty-object' ? {} : answer
}

/** Puts the parts of an error where its fields want them. */
export function fillErrorFields(
  fields: ErrorFields,
  parts: Readonly<Record<ErrorPart, string | number>>,
): Record<string, unknown> {
  const filled = Object.entries(fields).map(([name, part]) => [
    name,
    typeof part === 'string' ? parts[part] : fillErrorFields(part, parts),
  ])
  return Object.fromEntries(filled)
}
