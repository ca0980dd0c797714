import { type Kind, textBodies } from '../../handlers/choices/kinds.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { titleOf } from '../../handlers/http/refusal.ts'
import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { toPostId } from '../../handlers/model/post.ts'
import { constantOf, type Template } from '../../handlers/model/template.ts'
import { examples } from '../spec/examples.ts'
import { isRefusal, isSuccess } from '../spec/exchange.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import {
  agrees,
  type Detection,
  masked,
  type Observation,
  type Observations,
  seen,
  unsayable,
} from './detection.ts'
import { echo, isLike } from './template-likeness.ts'

const deepest = 3
/** The most items of an array in a template. */
const longest = 3

/** Names the parts of a body. */
interface Facts {
  nameOf(value: string | number | bigint): string | undefined
  /** For an error, the fields that it may name. */
  readonly fields?: readonly string[]
}

/** Detects the template of a body from several replies to one operation: what differs is not a constant. */
export function detectTemplate(
  { parts, like }: Extract<Kind, { name: 'body' }>,
  observations: Observations,
  keys: readonly string[],
  read: (id: ChoiceId) => Detection,
): Detection<Template> {
  const isError = parts.includes('status')
  // Each service refuses other requests.
  const { byExample } = observations
  const refused = keys.filter((each) => isRefused(byExample.get(each)))
  const key = (like && refused[0]) ?? keys[0] ?? ''
  const observation = byExample.get(key)
  if (!observation) return masked(`the request "${key}" was not run`)
  if (like === undefined)
    return templateOf(isError, observation, alike(key, observations), repeatsAll(key, observations))
  if (!isRefused(observation)) return masked('no such body is refused', observation)
  const others = refused.flatMap((each) => byExample.get(each) ?? []).filter((each) => each !== observation)
  const own = templateOf(isError, observation, others)
  const usual = read(like as ChoiceId)
  if (!('answer' in own) || !('answer' in usual)) return own
  const isSame = agrees(own, usual.answer)
  return {
    ...own,
    answer: isSame ? 'same' : own.answer,
    fits: (expected) => (expected === 'same' ? isSame : agrees(own, expected)),
  }
}

function isRefused(observation: Observation | undefined): boolean {
  return observation !== undefined && isRefusal(observation.exchange.reply)
}

function templateOf(
  isError: boolean,
  observation: Observation,
  others: readonly Observation[],
  isEcho = false,
): Detection<Template> {
  const { request, reply } = observation.exchange
  if (!(isError ? isRefusal(reply) : isSuccess(reply)))
    return unsayable(`${request.method} ${request.path} answers ${reply.status}`, observation)
  if (reply.body === '') return seen<Template>('none', observation)
  const first = shapeOf(observation, isError)
  if (first === undefined) {
    const mediaType = reply.headers['content-type'] ?? 'of no media type'
    const essence = mediaType.split(';')[0]?.trim().toLowerCase()
    const [word] = Object.entries(textBodies).find(([, type]) => type.startsWith(`${essence};`)) ?? []
    if (isError && word !== undefined) return seen<Template>(word, observation)
    return unsayable(`${isError ? 'an error' : 'the body'} is ${mediaType}`, observation)
  }
  const shapes = others
    .filter(({ exchange }) => exchange.reply.status === reply.status)
    .map((each) => shapeOf(each, isError))
  const merged = shapes.reduce<Shape>((one, other) => {
    if (!other) return one
    const { template, odd } = merge(one.template, other.template)
    return { template, odd: [...one.odd, ...odd] }
  }, first)
  const missing = merged.odd.toSorted()
  const plain = isError ? merged.template : withTexts(merged.template)
  const template = sameText((plain ?? null) as JsonValue, echo) && isEcho ? 'sent' : plain
  if (template === undefined) return unsayable(`the body has ${missing.join(', ')}`, observation)
  const doubt =
    missing.length > 0
      ? { inferred: `${isError ? 'an error' : 'the body'} also has ${missing.join(', ')}` }
      : {}
  return {
    ...seen<Template>(template, observation),
    ...doubt,
    fits: (expected) => isLike(expected, template, isError),
  }
}

/** Whether a reply also repeats unknown fields of the request. */
function repeatsAll(key: string, { byExample }: Observations): boolean {
  const observation = byExample.get(`${key.split('/')[0]}/unknown-field`)
  if (!observation || !isSuccess(observation.exchange.reply)) return false
  const { request, reply } = observation.exchange
  const shown = readBody(reply.body)
  return shown !== undefined && sameText(shown, readBody(request.body ?? '') ?? null)
}

/** A template, and the parts that no template can express. */
interface Shape {
  readonly template: Template | undefined
  readonly odd: readonly string[]
}

/** The results of similar requests: the same operation on other posts. */
function alike(key: string, { byExample }: Observations): Observation[] {
  const [operation] = key.split('/')
  const permits = examples.find((example) => example.key === key)?.permits
  return examples.flatMap((example) => {
    const observation = byExample.get(example.key)
    const isAlike = example.operation === operation && example.permits === permits && example.key !== key
    return observation && isAlike ? [observation] : []
  })
}

function shapeOf(
  { exchange: { request, reply }, kept, values }: Observation,
  isError: boolean,
): Shape | undefined {
  const value = readBody(reply.body)
  if (value === undefined) return undefined
  if (isError)
    return describe(value, {
      fields: ['title', 'content', ...Object.keys(Object(readBody(request.body ?? '')))],
      nameOf: (each) => (each === reply.status ? 'status' : errorWords(each, reply.status)),
    })
  const post = isObject(kept) ? kept : {}
  const id = toPostId(post.id) ?? values.id
  const nameOf: Facts['nameOf'] = (each) => {
    if (typeof each !== 'string') return toPostId(each) === id ? 'id' : undefined
    return each === post.title ? 'title' : each === post.content ? 'content' : undefined
  }
  return describe(value, { nameOf })
}

function errorWords(value: unknown, status: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const plain = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()
  return plain(value) === plain(titleOf(status)) ? 'title' : 'detail'
}

function describe(value: JsonValue, facts: Facts, path = ''): Shape {
  const { nameOf, fields } = facts
  const level = path === '' ? 0 : path.split('.').length
  if (typeof value === 'boolean' || value === null) return { template: value, odd: [] }
  if (typeof value !== 'object') {
    const name = nameOf(value)
    if (name === undefined && typeof value === 'bigint')
      return { template: undefined, odd: [path || 'a number'] }
    const constant = typeof value === 'string' ? `=${value}` : Number(value)
    return { template: name ?? constant, odd: [] }
  }
  if (Array.isArray(value)) {
    if (fields) return { template: 'errors', odd: [] }
    const items = value.map((item) => describe(item, facts, pathTo('[]', path)))
    if (value.length > longest || level >= deepest || items.some(({ template }) => template === undefined))
      return { template: undefined, odd: [path || 'a list'] }
    return {
      template: items.map(({ template }) => template as Template),
      odd: items.flatMap(({ odd }) => odd),
    }
  }
  if (typeof value.title === 'string' && typeof value.content === 'string' && !fields) {
    if (toPostId(value.id) !== undefined) return { template: 'post', odd: [] }
  }
  const entries = Object.entries(value)
  if (fields && isByField(entries, fields)) return { template: 'fields', odd: [] }
  if (level >= deepest) return { template: undefined, odd: [path] }
  const shape = objectOf(
    entries.map(([name, member]) => [name, describe(member, facts, pathTo(name, path))] as const),
  )
  const isNothing = entries.length > 0 && Object.keys(shape.template).length === 0
  return isNothing ? { ...shape, template: undefined } : shape
}

function pathTo(name: string, path: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** An object with the members that a template can express. */
function objectOf(members: readonly (readonly [name: string, Shape])[]) {
  const template: Record<string, Template> = {}
  for (const [name, member] of members)
    if (member.template !== undefined && name !== '__proto__') template[name] = member.template
  return { template, odd: members.flatMap(([, { odd }]) => odd) }
}

/** Whether an error has a list of messages for each field. */
function isByField(entries: readonly (readonly [string, JsonValue])[], fields: readonly string[]): boolean {
  const isText = (item: JsonValue) => typeof item === 'string'
  return (
    entries.length > 0 &&
    entries.every(([name, member]) => fields.includes(name) && Array.isArray(member) && member.every(isText))
  )
}

function sameText(one: JsonValue, other: JsonValue): boolean {
  return stringifyJson(one) === stringifyJson(other)
}

/** The common parts of two bodies; texts that differ become `text`. */
function merge(one: Template | undefined, other: Template | undefined, path = ''): Shape {
  const isSame = one === undefined || other === undefined || sameText(one as JsonValue, other as JsonValue)
  if (isSame || (Array.isArray(one) && Array.isArray(other))) return { template: one, odd: [] }
  if (typeof one === 'string' && typeof other === 'string') {
    const isName = constantOf(one) === undefined && one !== 'title' && one !== 'content'
    return { template: isName ? one : 'text', odd: [] }
  }
  if (isObject(one) && isObject(other))
    return objectOf(
      Object.entries(one).map(([name, member]) => {
        const others = Object.hasOwn(other, name) ? (other[name] as Template) : undefined
        return [name, merge(member as Template, others, pathTo(name, path))] as const
      }),
    )
  return { template: undefined, odd: [path || 'what differs each time'] }
}

/** Makes constants that look like a sentence, an id or a time `text`. */
function withTexts(template: Template | undefined): Template | undefined {
  if (typeof template === 'string') {
    const constant = constantOf(template)
    return constant === undefined || /^[a-z][a-z_-]{0,19}$/i.test(constant) ? template : 'text'
  }
  if (Array.isArray(template)) return template.map((item) => withTexts(item) as Template)
  if (!isObject(template)) return template
  return Object.fromEntries(
    Object.entries(template).map(([name, member]) => [name, withTexts(member as Template) as Template]),
  )
}
