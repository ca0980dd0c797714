import { type Kind, textBodies } from '../../handlers/choices/kinds.ts'
import { type ChoiceId, isSameAnswer } from '../../handlers/choices.ts'
import { titleOf } from '../../handlers/http/refusal.ts'
import type { JsonValue } from '../../handlers/model/json.ts'
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

/** Detects the template of a body from several replies to one operation: what differs is not a constant. */
export function detectTemplate(
  { parts, like }: Extract<Kind, { name: 'body' }>,
  observations: Observations,
  keys: readonly string[],
  read: (id: ChoiceId) => Detection,
): Detection<Template> {
  const { byExample } = observations
  const isError = parts.includes('status')
  // Each service refuses other invalid bodies.
  const refused = keys
    .flatMap((key) => byExample.get(key) ?? [])
    .filter(({ exchange }) => isRefusal(exchange.reply))
  const [key = ''] = keys
  const observation = (like === undefined ? undefined : refused[0]) ?? byExample.get(key)
  if (!observation) return masked(`the request "${key}" was not run`)
  if (like === undefined)
    return templateOf(isError, observation, alike(key, observations), repeatsAll(key, observations))
  if (refused.length === 0) return masked('no such body is refused', observation)
  const own = templateOf(isError, observation, refused.slice(1))
  const usual = read(like as ChoiceId)
  if (!('answer' in own) || !('answer' in usual)) return own
  const isSame = agrees(own, usual.answer as Template)
  return {
    ...own,
    answer: isSame ? 'same' : own.answer,
    fits: (expected) => (expected === 'same' ? isSame : agrees(own, expected)),
  }
}

/** What a client sent, as a template. */
const echo: Template = { title: 'title', content: 'content' }

/** @param isEcho whether replies repeat all that was sent. */
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
  const [first, ...more] = [observation, ...others]
    .filter(({ exchange }) => exchange.reply.status === reply.status)
    .map((each) => describeReply(each, isError))
  if (first === undefined) return otherText(isError, observation)
  const merged = more.reduce((one, other) => merge(one, other, isError), first)
  const template = isError ? merged : withTexts(merged)
  if (template === undefined) return unsayable('the body differs each time', observation)
  const answer = isEcho && isSameAnswer(template, echo) ? 'sent' : template
  return { ...seen<Template>(answer, observation), fits: (expected) => isLike(expected, answer, isError) }
}

/** A body that is not JSON. */
function otherText(isError: boolean, observation: Observation): Detection<Template> {
  const type = observation.exchange.reply.headers['content-type'] ?? 'of no media type'
  const essence = type.split(';')[0]?.trim().toLowerCase()
  const [word] = Object.entries(textBodies).find(([, known]) => known.startsWith(`${essence};`)) ?? []
  if (isError && word !== undefined) return seen<Template>(word, observation)
  return unsayable(`the body is ${type}`, observation)
}

/** Whether a reply also repeats unknown fields of the request. */
function repeatsAll(key: string, { byExample }: Observations): boolean {
  const observation = byExample.get(`${key.split('/')[0]}/unknown-field`)
  if (!observation || !isSuccess(observation.exchange.reply)) return false
  const { request, reply } = observation.exchange
  return isSameAnswer(readBody(reply.body), readBody(request.body ?? ''))
}

/** The results of similar requests: the same operation on other posts. */
function alike(key: string, { byExample }: Observations): Observation[] {
  const example = examples.find((each) => each.key === key)
  return examples.flatMap((each) => {
    const isAlike =
      each.operation === example?.operation && each.permits === example.permits && each !== example
    return isAlike ? (byExample.get(each.key) ?? []) : []
  })
}

/** A template of any reply; undefined where no template has the body, or a part of it. */
type Found = Template | undefined

/** Names the parts of a body. */
interface Facts {
  nameOf(value: string | number | bigint): string | undefined
  /** For an error, the fields that it may name. */
  readonly fields?: readonly string[]
}

function describeReply({ exchange, kept, values }: Observation, isError: boolean): Found {
  const { request, reply } = exchange
  const value = readBody(reply.body)
  if (value === undefined) return undefined
  if (isError) {
    const sent = readBody(request.body ?? '')
    const title = withoutBlanks(titleOf(reply.status))
    return describe(value, {
      fields: ['title', 'content', ...(isObject(sent) ? Object.keys(sent) : [])],
      nameOf(each) {
        if (typeof each === 'string') return withoutBlanks(each) === title ? 'title' : 'detail'
        return each === reply.status ? 'status' : undefined
      },
    })
  }
  const post = isObject(kept) ? kept : {}
  const id = toPostId(post.id) ?? values.id
  return describe(value, {
    nameOf(each) {
      if (typeof each !== 'string') return toPostId(each) === id ? 'id' : undefined
      return each === post.title ? 'title' : each === post.content ? 'content' : undefined
    },
  })
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase()
}

/** How deep objects may be in each other. */
const deepest = 3

function describe(value: JsonValue, facts: Facts, level = 0): Found {
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object') {
    const constant = typeof value === 'string' ? `=${value}` : typeof value === 'number' ? value : undefined
    return facts.nameOf(value) ?? constant
  }
  const { fields } = facts
  if (Array.isArray(value)) {
    if (fields) return 'errors'
    const items = value.map((item) => describe(item, facts, level + 1))
    return level < deepest && items.every((item) => item !== undefined) ? items : undefined
  }
  const isPost = !fields && typeof value.title === 'string' && typeof value.content === 'string'
  if (isPost && toPostId(value.id) !== undefined) return 'post'
  if (fields && isByField(value, fields)) return 'fields'
  if (level === deepest) return undefined
  return objectOf(value, (_name, member) => describe(member, facts, level + 1))
}

/** An object with the members that a template can express; undefined where it has members, and none of them can be. */
function objectOf<Member>(
  members: Readonly<Record<string, Member>>,
  describeMember: (name: string, member: Member) => Found,
): Found {
  const all = Object.entries(members)
  const described = all.map(([name, member]) => [name, describeMember(name, member)] as const)
  const known = described.filter(([name, member]) => member !== undefined && name !== '__proto__')
  if (all.length > 0 && known.length === 0) return undefined
  return Object.fromEntries(known) as Template
}

/** Whether an error has a list of messages for each field. */
function isByField(value: { readonly [name: string]: JsonValue }, fields: readonly string[]): boolean {
  const entries = Object.entries(value)
  const isList = (member: JsonValue) =>
    Array.isArray(member) && member.every((item) => typeof item === 'string')
  return entries.length > 0 && entries.every(([name, member]) => fields.includes(name) && isList(member))
}

/** The common parts of two bodies; texts that differ become any text. */
function merge(one: Found, other: Found, isError: boolean): Found {
  if (one === undefined || other === undefined || isSameAnswer(one, other)) return one
  if (Array.isArray(one) && Array.isArray(other)) return one
  if (typeof one === 'string' && typeof other === 'string') {
    if (isError) return 'detail'
    const isName = constantOf(one) === undefined && one !== 'title' && one !== 'content'
    return isName ? one : 'text'
  }
  if (!isParts(one) || !isParts(other)) return undefined
  return objectOf(one, (name, member) =>
    merge(member, Object.hasOwn(other, name) ? other[name] : undefined, isError),
  )
}

/** Makes constants that look like a sentence, an id or a time `text`. */
function withTexts(template: Found): Found {
  if (typeof template === 'string') {
    const constant = constantOf(template)
    return constant === undefined || /^[a-z][a-z_-]{0,19}$/i.test(constant) ? template : 'text'
  }
  if (Array.isArray(template)) return template.map((item: Template) => withTexts(item) as Template)
  if (!isParts(template)) return template
  return objectOf(template, (_name, member) => withTexts(member))
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
