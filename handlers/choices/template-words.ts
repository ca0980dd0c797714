import { stringifyJson } from '../model/json.ts'
import { constantOf, type Template } from '../model/template.ts'

/** The path of a part in a template, such as `error.message`; undefined if there is none. */
export function placeOf(part: string, template: Template): string | undefined {
  if (typeof template !== 'object' || template === null) return undefined
  for (const [name, member] of Object.entries(template)) {
    if (member === part) return name
    const inner = placeOf(part, member)
    if (inner !== undefined) return `${name}.${inner}`
  }
  return undefined
}

type PartWords = Readonly<Record<string, string>>

/** The parts of a reply to a write, in words. */
export const postWords: PartWords = {
  post: 'the whole post',
  id: 'the id',
  title: 'the title',
  content: 'the content',
  sent: 'what was sent',
  text: 'a text for people',
}

/** The parts of an error, in words. */
export const errorWords: PartWords = {
  status: 'the status',
  title: 'the status in words',
  detail: 'what was wrong',
  errors: 'a list of what was wrong',
  fields: 'what was wrong with each field',
}

/** A body of a template, in words. */
export function bodyWords(template: Template, words: PartWords): string {
  if (template === 'none') return 'no body'
  if (template === 'post') return postWords.post as string
  const text = templateWords(template, words)
  return isFields(template) && text !== '{}' ? `a body with ${text.slice(2, -2)}` : `${text} for a body`
}

function templateWords(template: Template, words: PartWords): string {
  if (typeof template === 'string') {
    const constant = constantOf(template)
    return constant === undefined ? (words[template] ?? template) : stringifyJson(constant)
  }
  if (Array.isArray(template)) return `[${template.map((item) => templateWords(item, words)).join(', ')}]`
  if (!isFields(template)) return String(template)
  const fields = Object.entries(template).map(([name, member]) => {
    const text = templateWords(member, words)
    return isFields(member) ? `${name} ${text}` : `${name} (${text})`
  })
  return fields.length === 0 ? '{}' : `{ ${fields.toSorted().join(', ')} }`
}

function isFields(template: Template): template is { readonly [name: string]: Template } {
  return typeof template === 'object' && template !== null && !Array.isArray(template)
}
