import { stringifyJson } from '../model/json.ts'
import { constantOf, type Template } from '../model/template.ts'

/** The path of a part in a template, such as `error.message`; undefined if there is none. */
export function placeOf(part: string, template: Template): string | undefined {
  const places = placesOf(part, template)
  return places.find((place) => /(?:^|\.)message$/.test(place)) ?? places[0]
}

function placesOf(part: string, template: Template): string[] {
  if (typeof template !== 'object' || template === null) return []
  return Object.entries(template).flatMap(([name, member]) =>
    member === part ? [name] : placesOf(part, member).map((inner) => `${name}.${inner}`),
  )
}

type PartWords = Readonly<Record<string, string>>

/** The parts of a reply to a write, in words. */
export const postWords: PartWords = {
  post: 'post',
  id: 'id',
  title: 'title',
  content: 'content',
  sent: 'request body',
  text: 'message',
}

/** The parts of an error, in words. */
export const errorWords: PartWords = {
  status: 'status code',
  title: 'reason phrase',
  detail: 'message',
  errors: 'list of errors',
  fields: 'map of errors by field',
}

/** A body of a template, in words: "the id", or "{ data: <post> }". */
export function bodyWords(template: Template, words: PartWords): string {
  if (template === 'none') return 'empty'
  const isPart = typeof template === 'string' && constantOf(template) === undefined
  return isPart ? `the ${words[template] ?? template}` : templateWords(template, words)
}

function templateWords(template: Template, words: PartWords): string {
  if (typeof template === 'string') {
    const constant = constantOf(template)
    return constant === undefined ? `<${words[template] ?? template}>` : stringifyJson(constant)
  }
  if (Array.isArray(template)) return `[${template.map((item) => templateWords(item, words)).join(', ')}]`
  if (!isFields(template)) return String(template)
  const fields = Object.entries(template).map(([name, member]) => `${name}: ${templateWords(member, words)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.toSorted().join(', ')} }`
}

function isFields(template: Template): template is { readonly [name: string]: Template } {
  return typeof template === 'object' && template !== null && !Array.isArray(template)
}
