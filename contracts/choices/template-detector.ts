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

type JsonObject = { readonly [name: string]: JsonValue }

/** The placeholder of a text or a number in a template. */
type Name = (value: string | number | bigint) => Found

function errorTemplate({ exchange: { request, reply } }: Observation): Found {
  const { status, body, headers } = reply
  if (body === '') return 'none'
  const value = readBody(body)
  if (value === undefined) {
    const essence = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    return Object.keys(textBodies).find((word) => textBodies[word]?.startsWith(`${essence};`))
  }
  const sent = readBody(request.body ?? '')
  const fields = [...fieldNames, ...(isObject(sent) ? Object.keys(sent) : [])]
  const title = withoutBlanks(titleOf(status))
  const nameOf: Name = (each) => {
    if (typeof each !== 'string') return each === status ? 'status' : constant(each)
    if (withoutBlanks(each) === title) return 'title'
    return isWord(each) ? `=${each}` : 'detail'
  }
  return describe(value, nameOf, (member) => {
    if (!isObject(member)) return listWord(member)
    return isByField(member, fields) ? 'fields' : undefined
  })
}

function postTemplate({ exchange, kept, values }: Observation): Found {
  const { body } = exchange.reply
  if (body === '') return 'none'
  const value = readBody(body)
  const post: Readonly<Record<string, unknown>> = isObject(kept) ? kept : sentTexts(exchange)
  const id = toPostId(post.id) ?? values.id
  const nameOf: Name = (each) => {
    if (typeof each !== 'string') return toPostId(each) === id ? 'id' : constant(each)
    const field = fieldNames.find((name) => each === post[name])
    if (field !== undefined) return field
    const isOfRun = values.title !== undefined && each.includes(values.title)
    return isWord(each) && !isOfRun ? `=${each}` : 'text'
  }
  if (value === undefined) return undefined
  return describe(value, nameOf, (member) => (isObject(member) && asPost(member) ? 'post' : undefined))
}

function constant(value: number | bigint): Found {
  return typeof value === 'number' ? value : undefined
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase()
}

/** Whether an error has a list of messages for each field. */
function isByField(value: JsonObject, fields: readonly string[]): boolean {
  const entries = Object.entries(value)
  const isList = (member: JsonValue) =>
    Array.isArray(member) && member.every((item) => typeof item === 'string')
  return entries.length > 0 && entries.every(([name, member]) => fields.includes(name) && isList(member))
}

/** How deep objects may be in each other. */
const deepest = 3

/** @param wordFor stands for a whole object or list; undefined where nothing does. */
function describe(
  value: JsonValue,
  nameOf: Name,
  wordFor: (value: JsonObject | readonly JsonValue[]) => Found,
  level = 0,
): Found {
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object') return nameOf(value)
  const word = wordFor(value)
  if (word !== undefined || level === deepest) return word
  const inside = (member: JsonValue) => describe(member, nameOf, wordFor, level + 1)
  if (Array.isArray(value)) {
    const items = value.map(inside)
    return items.every((item) => item !== undefined) ? items : undefined
  }
  const members = Object.entries(value)
  const known = members.map(([name, member]) => [name, name === '__proto__' ? undefined : inside(member)])
  return known.every(([, member]) => member !== undefined) ? Object.fromEntries(known) : undefined
}
