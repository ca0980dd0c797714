import { type Kind, textBodies } from '../../handlers/choices/kinds.ts'
import type { ChoiceId } from '../../handlers/choices.ts'
import { eachField, fieldNames } from '../../handlers/fields.ts'
import { titleOf } from '../../handlers/http/refusal.ts'
import { isObject, type JsonValue } from '../../handlers/model/json.ts'
import { toPostId } from '../../handlers/model/post.ts'
import { constantOf, type Template } from '../../handlers/model/template.ts'
import { asPost, readBody, sentTexts } from '../scenarios/post-text.ts'
import { isRefusal, isSuccess } from '../wire/status.ts'
import { agrees, type Detector, isSameAnswer, masked, type Observation, other, seen } from './detection.ts'

/** Detects the template of a body. */
export function templateDetector({ parts, like }: Extract<Kind, { name: 'body' }>): Detector<Template> {
  const isError = parts.includes('status')
  return (shown, _observations, read) => {
    // Each service refuses other invalid bodies.
    const observation = shown.find(({ exchange: { reply } }) =>
      isError ? isRefusal(reply) : isSuccess(reply),
    )
    if (!observation) return like === undefined ? undefined : masked('no such body is refused')
    const { reply } = observation.exchange
    const template = isError ? errorTemplate(observation) : postTemplate(observation)
    if (template === undefined) {
      const type = reply.headers['content-type'] ?? 'of no media type'
      return other(`no template has the body, which is ${type}`)
    }
    const own = {
      ...seen<Template>(template),
      fits: (expected: Template) => isSameAnswer(likeness(expected, isError), likeness(template, isError)),
    }
    const usual = like === undefined ? undefined : read(like as ChoiceId)
    if (usual?.kind !== 'seen') return own
    const isSame = agrees(own, usual.answer as Template)
    const fits = (expected: Template) => (expected === 'same' ? isSame : agrees(own, expected))
    return { ...own, answer: isSame ? 'same' : template, fits }
  }
}

/** A template without what differs from reply to reply: which words stand there, and how many problems are listed. */
function likeness(template: Template, isError: boolean): Template {
  if (typeof template === 'string') {
    const words = isError ? ['title', 'detail'] : ['text']
    if (constantOf(template) !== undefined || words.includes(template)) return 'text'
    // An error that names no field has an empty list.
    return template === 'fields' ? {} : template === 'sent' ? echo : template
  }
  if (typeof template !== 'object' || template === null) return template
  if (Array.isArray(template)) return isError ? 'errors' : template.map((item) => likeness(item, isError))
  return Object.fromEntries(
    Object.entries(template).map(([name, member]) => [name, likeness(member, isError)]),
  )
}

/** What a client sent, as a template. */
const echo: Template = eachField((name) => name)

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
  const post: Readonly<Record<string, unknown>> = isObject(kept) ? kept : sentTexts(exchange)
  const id = toPostId(post.id) ?? values.id
  const nameOf: Name = (each) => {
    if (typeof each !== 'string') return toPostId(each) === id ? 'id' : constant(each)
    const field = fieldNames.find((name) => each === post[name])
    if (field !== undefined) return field
    // What looks like a sentence, an id or a time is not the same each time.
    return /^[a-z][a-z_-]{0,19}$/i.test(each) ? `=${each}` : 'text'
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
  const known = members
    .map(([name, member]) => [name, inside(member)] as const)
    .filter(([name, member]) => member !== undefined && name !== '__proto__')
  if (members.length > 0 && known.length === 0) return undefined
  return Object.fromEntries(known) as Template
}
