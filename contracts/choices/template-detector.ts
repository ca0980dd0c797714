import { type Kind, textBodies } from '../../handlers/choices/kinds.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { eachField, fieldNames } from '../../handlers/fields.ts'
import { titleOf } from '../../handlers/http/refusal.ts'
import { isObject, type JsonValue } from '../../handlers/model/json.ts'
import { toPostId } from '../../handlers/model/post.ts'
import { constantOf, type Template } from '../../handlers/model/template.ts'
import { asPost, readBody, sentTexts } from '../scenarios/post-text.ts'
import { isRefusal, isSuccess } from '../wire/status.ts'
import { type Detector, isSameAnswer, masked, type Observation, other, seen } from './detection.ts'

/** Detects the template of a body, by all examples with such a body: a text that differs among them is not a constant. */
export function templateDetector({ parts, like }: Extract<Kind, { name: 'body' }>): Detector<Template> {
  const isError = parts.includes('status')
  const words = isError ? ['detail', 'title'] : ['text']
  const join = (one: Template, another: Template) => zip(one, another, joinedWith(words))
  return (shown, _observations, read) => {
    // Each service refuses other invalid bodies.
    const own = shown.filter(({ exchange: { reply } }) => (isError ? isRefusal(reply) : isSuccess(reply)))
    const [observation] = own
    if (!observation) return like === undefined ? undefined : masked('no such body is refused')
    const [first, ...others] = own.map(isError ? errorTemplate : postTemplate)
    if (first === undefined) {
      const type = observation.exchange.reply.headers['content-type'] ?? 'of no media type'
      return other(`no template has the body, which is ${type}`)
    }
    const template = others.reduce<Template>((all, each) => (each && join(all, each)) ?? all, first)
    const fits = (expected: Template) => zip(expected, template, permittedWith(words)) !== undefined
    const usual = like === undefined ? undefined : read(like as ChoiceId)
    const isSame = usual?.kind === 'seen' && fits(usual.answer as Template)
    if (isSame)
      return { ...seen<Template>('same'), fits: (expected) => expected === 'same' || fits(expected) }
    return { ...seen(template), fits, join: (another) => join(template, another) }
  }
}

/** What two templates say at the same place, where at least one of them says no object or list; undefined for none. */
type Leaf = (one: Template, other: Template) => Template | undefined

/** Combines two templates of the same shape; undefined where some leaf has none, or their shapes differ. */
function zip(one: Template, other: Template, leaf: Leaf): Template | undefined {
  if (isSameAnswer(one, other)) return one
  if (!isObject(one) || !isObject(other)) return leaf(one, other)
  const names = Object.keys(one)
  if (!isSameAnswer(names.toSorted(), Object.keys(other).toSorted())) return leaf(one, other)
  const members = names.map((name) => [name, zip(one[name] as Template, other[name] as Template, leaf)])
  return members.every(([, member]) => member !== undefined) ? Object.fromEntries(members) : undefined
}

/** Whether a template stands for some text. @param words those that stand for any. */
function isText(template: Template, words: readonly Template[]): boolean {
  return words.includes(template) || (typeof template === 'string' && constantOf(template) !== undefined)
}

/** Joins two bodies: the first word stands for texts that differ. */
function joinedWith(words: readonly Template[]): Leaf {
  return (one, other) => (isText(one, words) && isText(other, words) ? words[0] : undefined)
}

/** What a body shows, if it is what a profile's template permits there. */
function permittedWith(words: readonly Template[]): Leaf {
  return (expected, shown) => {
    const constant = typeof expected === 'string' ? constantOf(expected) : undefined
    const isPermitted =
      (words.includes(expected) && isText(shown, words)) ||
      // An error that names no field has an empty list.
      (expected === 'fields' && isSameAnswer(shown, {})) ||
      (expected === 'sent' && isSameAnswer(shown, echo)) ||
      (Array.isArray(expected) && shown === listWord(expected)) ||
      // A sentence, and a reason phrase, are not compared.
      (constant !== undefined && words.includes(shown) && (shown === 'title' || !isWord(constant)))
    return isPermitted ? shown : undefined
  }
}

/** What a client sent, as a template. */
const echo: Template = eachField((name) => name)

/** Whether a text may be the same each time, unlike a sentence, an id or a time. */
function isWord(text: string): boolean {
  return /^[a-z][a-z_-]{0,29}$/i.test(text)
}

/** The part of a template that a list in an error is; undefined for a list of other values. */
function listWord(list: readonly unknown[]): 'errors' | 'messages' | undefined {
  if (list.every((item) => typeof item === 'object')) return 'errors'
  return list.every((item) => typeof item === 'string') ? 'messages' : undefined
}

/** A template; undefined where none has the body, or a part of it. */
type Found = Template | undefined

/** Whether a value is a part of a template, by the name of the part. A part before another one is preferred. */
type Parts = Readonly<Record<string, (value: JsonValue) => boolean>>

function errorTemplate({ exchange: { request, reply } }: Observation): Found {
  const { status, body, headers } = reply
  if (body !== '' && readBody(body) === undefined) {
    const essence = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    return Object.keys(textBodies).find((word) => textBodies[word]?.startsWith(`${essence};`))
  }
  const sent = readBody(request.body ?? '')
  const fields = [...fieldNames, ...(isObject(sent) ? Object.keys(sent) : [])]
  const title = withoutBlanks(titleOf(status))
  return templateOf(body, {
    status: (value) => value === status,
    title: (value) => typeof value === 'string' && withoutBlanks(value) === title,
    detail: (value) => typeof value === 'string' && !isWord(value),
    errors: (value) => Array.isArray(value) && listWord(value) === 'errors',
    messages: (value) => Array.isArray(value) && listWord(value) === 'messages',
    fields: (value) => isObject(value) && isByField(value, fields),
  })
}

function postTemplate({ exchange, kept, values }: Observation): Found {
  const post: Readonly<Record<string, unknown>> = isObject(kept) ? kept : sentTexts(exchange)
  const id = toPostId(post.id) ?? values.id
  const isOfRun = (text: string) => values.title !== undefined && text.includes(values.title)
  return templateOf(exchange.reply.body, {
    post: (value) => asPost(value) !== undefined,
    id: (value) => id !== undefined && toPostId(value) === id,
    ...eachField((name) => (value: JsonValue) => value === post[name]),
    text: (value) => typeof value === 'string' && (!isWord(value) || isOfRun(value)),
  })
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase()
}

/** Whether an error has a list of messages for each field. */
function isByField(value: { readonly [name: string]: JsonValue }, fields: readonly string[]): boolean {
  const entries = Object.entries(value)
  const isList = (member: JsonValue) =>
    Array.isArray(member) && member.every((item) => typeof item === 'string')
  return entries.length > 0 && entries.every(([name, member]) => fields.includes(name) && isList(member))
}

/** How deep objects may be in each other. */
const deepest = 3

/** The template of a body by the parts that it may have. */
function templateOf(body: string, parts: Parts): Found {
  const describe = (value: JsonValue, level: number): Found => {
    const part = Object.keys(parts).find((name) => parts[name]?.(value))
    if (part !== undefined) return part
    if (typeof value === 'string') return `=${value}`
    if (typeof value === 'bigint') return undefined
    if (typeof value !== 'object' || value === null) return value
    if (level === deepest) return undefined
    const members = Object.entries(value).map(([name, member]) => [name, describe(member, level + 1)])
    if (members.some(([name, member]) => name === '__proto__' || member === undefined)) return undefined
    return Array.isArray(value)
      ? members.map(([, member]) => member as Template)
      : Object.fromEntries(members)
  }
  const value = readBody(body)
  if (value === undefined) return body === '' ? 'none' : undefined
  return describe(value, 0)
}
