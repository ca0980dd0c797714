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
export const postParts = ['post', 'id', 'title', 'content', 'text', 'sent'] as const

/**
 * The parts of a template for an error; `title` is the reason phrase, `detail` a sentence, `errors` a list of
 * problems, `fields` lists of sentences by field.
 */
export const errorParts = ['status', 'title', 'detail', 'errors', 'fields'] as const

/** Constant texts and, at odd indices, parts. */
type Pieces = readonly string[]

const compiled = new WeakMap<object, Pieces>()

/**
 * Fills a template.
 *
 * @param textOf returns a part as JSON.
 * @example
 * fillTemplate({ data: 'id' }, () => '7') // '{"data":7}'
 */
export function fillTemplate(template: Template, textOf: (part: string) => string): string {
  const pieces = piecesOf(template)
  let text = pieces[0] as string
  for (let at = 1; at < pieces.length; at += 2)
    text += textOf(pieces[at] as string) + (pieces[at + 1] as string)
  return text
}

export function partsOf(template: Template): string[] {
  return piecesOf(template).filter((_piece, at) => at % 2 === 1)
}

/** The constant of a text in a template; undefined if the text names a part. */
export function constantOf(text: string): string | undefined {
  return text.startsWith('=') ? text.slice(1) : undefined
}

function piecesOf(template: Template): Pieces {
  if (typeof template !== 'object' || template === null) return compile(template)
  const known = compiled.get(template)
  if (known) return known
  const pieces = compile(template)
  compiled.set(template, pieces)
  return pieces
}

function compile(template: Template): Pieces {
  const pieces = ['']
  const add = (text: string) => {
    pieces[pieces.length - 1] += text
  }
  const walk = (value: Template): void => {
    if (typeof value === 'string') {
      const constant = constantOf(value)
      if (constant === undefined) pieces.push(value, '')
      else add(JSON.stringify(constant))
    } else if (typeof value !== 'object' || value === null) add(JSON.stringify(value))
    else if (Array.isArray(value)) {
      add('[')
      for (const [at, item] of value.entries()) {
        if (at > 0) add(',')
        walk(item)
      }
      add(']')
    } else {
      add('{')
      for (const [at, [name, member]] of Object.entries(value).entries()) {
        add(`${at > 0 ? ',' : ''}${JSON.stringify(name)}:`)
        walk(member)
      }
      add('}')
    }
  }
  walk(template)
  return pieces
}
