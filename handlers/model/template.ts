import { fieldNames } from '../fields.ts'

/**
 * The body of a reply, as JSON in which a text names what stands in its place, such as `{ "data": "post" }`. A text that
 * begins with `=` stands for what follows it, and any other value for itself.
 */
export type Template =
  | string
  | number
  | boolean
  | null
  | readonly Template[]
  | { readonly [name: string]: Template }

/** The parts of a template for the reply to a write; `text` is a sentence, `sent` the body that the client sent. */
export const postParts = ['post', 'id', ...fieldNames, 'text', 'sent']

/**
 * The parts of a template for an error; `title` is the reason phrase, `detail` a sentence, `errors` a list of
 * problems, `messages` a list of their sentences, `fields` such lists by field.
 */
export const errorParts = ['status', 'title', 'detail', 'errors', 'messages', 'fields'] as const

/**
 * Fills a template.
 *
 * @param textOf returns a part as JSON.
 * @example
 * fillTemplate({ data: 'id' }, () => '7') // '{"data":7}'
 */
export function fillTemplate(template: Template, textOf: (part: string) => string): string {
  if (typeof template === 'string') {
    const constant = constantOf(template)
    return constant === undefined ? textOf(template) : JSON.stringify(constant)
  }
  if (typeof template !== 'object' || template === null) return JSON.stringify(template)
  if (Array.isArray(template)) return `[${template.map((item) => fillTemplate(item, textOf)).join(',')}]`
  const members = Object.entries(template).map(
    ([name, member]) => `${JSON.stringify(name)}:${fillTemplate(member, textOf)}`,
  )
  return `{${members.join(',')}}`
}

/** The constant of a text in a template; undefined if the text names a part. */
export function constantOf(text: string): string | undefined {
  return text.startsWith('=') ? text.slice(1) : undefined
}
