import { type Kind, textBodies } from '../../handlers/choices/kinds.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { titleOf } from '../../handlers/http/refusal.ts'
import type { JsonValue } from '../../handlers/model/json.ts'
import { toPostId } from '../../handlers/model/post.ts'
import { constantOf, type Template } from '../../handlers/model/template.ts'
import { isRefusal, isSuccess } from '../spec/exchange.ts'
import { asPost, isObject, readBody } from '../spec/post-text.ts'
import {
  agrees,
  type Detection,
  masked,
  type Observation,
  type Observations,
  seen,
  unknown,
} from './detection.ts'

/** Detects the template of a body. @param read detects another choice. */
export function detectTemplate(
  { parts, like }: Extract<Kind, { name: 'body' }>,
  { byExample }: Observations,
  keys: readonly string[],
  read: (id: ChoiceId) => Detection,
): Detection<Template> {
  const isError = parts.includes('status')
  const run = keys.flatMap((key) => byExample.get(key) ?? [])
  // Each service refuses other invalid bodies.
  const observation = like === undefined ? run[0] : run.find(({ exchange }) => isRefusal(exchange.reply))
  if (!observation) return masked(run.length > 0 ? 'no such body is refused' : `"${keys[0]}" was not run`)
  const { request, reply } = observation.exchange
  if (!(isError ? isRefusal(reply) : isSuccess(reply)))
    return unknown(`${request.method} ${request.path} answers ${reply.status}`)
  const template = isError ? errorTemplate(observation) : postTemplate(observation)
  if (template === undefined) {
    const type = reply.headers['content-type'] ?? 'of no media type'
    return unknown(`no template has the body, which is ${type}`)
  }
  const fits = (expected: Template) => isLike(expected, template, isError)
  const own = { ...seen<Template>(template), fits }
  const usual = like === undefined ? undefined : read(like as ChoiceId)
  if (!usual || !('answer' in usual)) return own
  const isSame = agrees(own, usual.answer as Template)
  return {
    ...own,
    answer: isSame ? 'same' : template,
    fits: (expected) => (expected === 'same' ? isSame : fits(expected)),
  }
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
  const fields = ['title', 'content', ...(isObject(sent) ? Object.keys(sent) : [])]
  const title = withoutBlanks(titleOf(status))
  const nameOf: Name = (each) => {
    if (typeof each === 'string') return withoutBlanks(each) === title ? 'title' : 'detail'
    return each === status ? 'status' : constant(each)
  }
  return describe(value, nameOf, (member) => {
    if (!isObject(member)) return 'errors'
    return isByField(member, fields) ? 'fields' : undefined
  })
}

function postTemplate({ exchange, kept, values }: Observation): Found {
  const { body } = exchange.reply
  if (body === '') return 'none'
  const value = readBody(body)
  const post = isObject(kept) ? kept : {}
  const id = toPostId(post.id) ?? values.id
  const nameOf: Name = (each) => {
    if (typeof each !== 'string') return toPostId(each) === id ? 'id' : constant(each)
    if (each === post.title) return 'title'
    if (each === post.content) return 'content'
    // What looks like a sentence, an id or a time is not the same each time.
    return /^[a-z][a-z_-]{0,19}$/i.test(each) ? `=${each}` : 'text'
  }
  if (value === undefined) return undefined
  return describe(value, nameOf, (member) => (isObject(member) && asPost(member) ? 'post' : undefined))
}

/** What a client sent, as a template. */
const echo: Template = { title: 'title', content: 'content' }

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
  const known = members
    .map(([name, member]) => [name, inside(member)] as const)
    .filter(([name, member]) => member !== undefined && name !== '__proto__')
  if (members.length > 0 && known.length === 0) return undefined
  return Object.fromEntries(known) as Template
}

/** Whether a template matches the detected one, apart from the words of texts. */
function isLike(expected: Template, found: Template, isError: boolean): boolean {
  const [one, other] = [expected, found].map((each) => (each === 'sent' ? echo : each)) as [
    Template,
    Template,
  ]
  if (typeof one === 'string' && typeof other === 'string')
    return one === other || areWords(one, other, isError)
  if (other === 'errors' && Array.isArray(one)) return true
  // An error that names no field has an empty list.
  if (one === 'fields' && isError && isObject(other)) return Object.keys(other).length === 0
  if (!isParts(one) || !isParts(other) || Array.isArray(one) !== Array.isArray(other)) return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => {
    const [left, right] = [one, other].map((each) => (Object.hasOwn(each, name) ? each[name] : undefined))
    return left !== undefined && right !== undefined && isLike(left, right, isError)
  })
}

function isParts(template: Found): template is Readonly<Record<string, Template>> {
  return typeof template === 'object' && template !== null
}

/** Whether both are texts, at most one of them a constant. */
function areWords(one: string, other: string, isError: boolean): boolean {
  const words = isError ? ['title', 'detail'] : ['text']
  const constants = [one, other].filter((each) => constantOf(each) !== undefined)
  const isWords = (text: string) => constants.includes(text) || words.includes(text)
  return constants.length < 2 && isWords(one) && isWords(other)
}
