import { isDeepStrictEqual } from 'node:util'
import type { Template } from '../../../handlers/model/template.ts'
import { parse } from '../../provider-set/exact-json.ts'
import type { Reply, Step } from '../case.ts'
import { type Exact, isObject, isShown, type Model } from './model.ts'
import type { NextId } from './next-id.ts'
import type { Prediction } from './prediction.ts'

/** What is wrong with a reply, and the id it tells of the post that it is about. */
export interface Verdict {
  readonly complaints: readonly string[]
  readonly id: bigint | undefined
}

/** Compares a reply with what the document and the profile promise. */
export function judge(step: Step, reply: Reply, prediction: Prediction, model: Model, base: string): Verdict {
  const complaints: string[] = []
  const { statuses } = prediction
  if (!statuses.includes(reply.status))
    complaints.push(`answers ${reply.status}, not ${statuses.join(' or ')}`)
  complaints.push(...judgeOrigin(step, reply, prediction, model))
  const allow = reply.headers.allow?.split(/, */).sort().join()
  const expectedAllow = prediction.allow?.toSorted().join()
  if (allow !== expectedAllow) complaints.push(`allows ${allow}, not ${expectedAllow}`)
  const body = judgeBody(step, reply, prediction, model)
  const located = judgeLocation(reply, prediction, base, body.id)
  return { complaints: [...complaints, ...body.complaints, ...located.complaints], id: located.id }
}

/** Error bodies that are not JSON. */
const textBodies: Readonly<Record<string, { readonly type: string; readonly pattern: RegExp }>> = {
  html: { type: 'text/html; charset=utf-8', pattern: /^<!doctype html>/ },
  'plain-text': { type: 'text/plain; charset=utf-8', pattern: /\.$/ },
}

/** What betrays the mock's own inside. */
const stack = /\n\s*at |\bat \S+ \(|node_modules|file:\/\/|\.[cm]?[jt]s:\d|The mock failed/

function judgeBody(step: Step, reply: Reply, prediction: Prediction, model: Model): Verdict {
  const { body, errorBodies = ['error.body'] } = prediction
  const { profile } = model
  const isHead = step.method === 'HEAD'
  const shown = readJson(reply.text)
  const template = typeof body === 'object' ? body.template : body
  const id = shown === undefined || typeof body !== 'object' ? undefined : idIn(shown, template)
  const isPart = (part: string, value: Exact) =>
    body === 'error'
      ? isErrorPart(part, value, reply, prediction)
      : isPostPart(part, value, id, prediction, model)
  const isRight = (expected: Template) => {
    const text = typeof expected === 'string' ? textBodies[expected] : undefined
    const type = expected === 'none' ? undefined : (text?.type ?? 'application/json')
    if (reply.headers['content-type']?.toLowerCase() !== type) return false
    if (expected === 'none' || isHead) return reply.text === ''
    if (text) return text.pattern.test(reply.text)
    if (expected === 'list' && reply.text === model.list?.text) return true
    return (
      shown !== undefined && !(body === 'error' && stack.test(reply.text)) && fits(shown, expected, isPart)
    )
  }
  // Where a request has faults of several kinds, nothing says which of them is answered.
  const expected: readonly Template[] =
    body === 'error'
      ? errorBodies.map((choice) => (profile[choice] === 'same' ? profile['error.body'] : profile[choice]))
      : [template]
  if (expected.some(isRight)) {
    if (body === 'list' && Array.isArray(shown)) model.list = { order: idsOf(shown), text: reply.text }
    return { complaints: [], id }
  }
  const found = `${reply.headers['content-type']}: ${reply.text.slice(0, 300)}`
  return { complaints: [`has the body ${found}, not ${JSON.stringify(expected)}`], id }
}

function readJson(text: string): Exact | undefined {
  try {
    return parse(text) as Exact
  } catch {
    return undefined
  }
}

/** Compares a body with its template, part by part. */
function fits(shown: Exact, template: Template, isPart: (part: string, value: Exact) => boolean): boolean {
  if (typeof template === 'string')
    return template.startsWith('=') ? shown === template.slice(1) : isPart(template, shown)
  if (typeof template === 'number') return Number(shown) === template
  if (typeof template !== 'object' || template === null) return shown === template
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown) !== Array.isArray(template))
    return false
  const members: Record<string, Exact> = { ...(shown as object) }
  return (
    Object.keys(members).sort().join() === Object.keys(template).sort().join() &&
    Object.entries(template).every(([name, member]) => fits(members[name] as Exact, member, isPart))
  )
}

/** The id that a body shows, where its template has it. */
function idIn(shown: Exact, template: Template): bigint | undefined {
  if (template === 'id') return typeof shown === 'bigint' ? shown : undefined
  if (template === 'post') return isObject(shown) && typeof shown.id === 'bigint' ? shown.id : undefined
  if (typeof template !== 'object' || template === null || typeof shown !== 'object' || shown === null)
    return undefined
  const members: Record<string, Exact> = { ...(shown as object) }
  for (const [name, member] of Object.entries(template)) {
    const id = members[name] === undefined ? undefined : idIn(members[name], member)
    if (id !== undefined) return id
  }
  return undefined
}

/** Numbers as a float holds them: what is sent back need not be exact beyond that, but for ids. */
function asFloats(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (_key, each) => (typeof each === 'bigint' ? Number(each) : each)),
  )
}

const isText = (value: Exact) => typeof value === 'string' && value !== ''

function isPostPart(
  part: string,
  value: Exact,
  id: bigint | undefined,
  { subject, sent }: Prediction,
  model: Model,
): boolean {
  if (part === 'list') return isList(value, model)
  if (part === 'text') return isText(value)
  if (part === 'sent') return isDeepStrictEqual(asFloats(value), asFloats(sent))
  if (!subject) return false
  if (part === 'title' || part === 'content') return value === subject.post[part]
  return (
    id !== undefined &&
    isPermitted(subject.id, id) &&
    (part === 'id' || isShown(model, value, id, subject.post))
  )
}

function isErrorPart(part: string, value: Exact, reply: Reply, { faults }: Prediction): boolean {
  if (part === 'status') return value === BigInt(reply.status)
  const names = faults?.map(({ field }) => `${field}`)
  if (part === 'fields') return !names || isSame(Object.keys(Object(value)), [...new Set(names)])
  if (part !== 'errors') return isText(value)
  if (!Array.isArray(value)) return false
  const listed = value.map((each) => isObject(each) && `${each.field} ${each.fault}`)
  return (
    !faults ||
    isSame(
      listed,
      faults.map(({ field, fault }) => `${field} ${fault}`),
    )
  )
}

function isSame(some: readonly unknown[], others: readonly string[]): boolean {
  return some.toSorted().join() === others.toSorted().join()
}

/** Asks whether an id is one that may come next. */
export function isPermitted(next: NextId, id: bigint): boolean {
  return 'is' in next ? next.is === id : next.fits(id)
}

function judgeLocation(
  reply: Reply,
  { location, subject }: Prediction,
  base: string,
  id: bigint | undefined,
): Verdict {
  const sent = reply.headers.location
  if (!location) return { complaints: sent === undefined ? [] : [`has a Location: ${sent}`], id }
  const list = `${new URL(base).pathname}/posts`
  if (location === 'list')
    return { complaints: sent === list ? [] : [`has the Location ${sent}, not ${list}`], id }
  const prefix = `${location === 'path' ? new URL(base).pathname : base}/posts/`
  const text = sent?.startsWith(prefix) ? sent.slice(prefix.length) : ''
  if (!/^(?:0|-?[1-9]\d*)$/.test(text))
    return { complaints: [`has the Location ${sent}, not ${prefix}…`], id }
  const located = BigInt(text)
  const isRight = (id === undefined || id === located) && subject && isPermitted(subject.id, located)
  return { complaints: isRight ? [] : [`has the Location of another post: ${sent}`], id: located }
}

function idsOf(shown: readonly Exact[]): bigint[] {
  return shown.map((item) => (isObject(item) ? (item.id as bigint) : 0n))
}

/** Every post once and no other, in the order of the profile. */
function isList(shown: Exact, model: Model): boolean {
  if (!Array.isArray(shown)) return false
  const ids = idsOf(shown)
  const isEach = shown.every((item, place) => {
    const post = model.posts.get(ids[place] as bigint)
    return post !== undefined && isShown(model, item, ids[place] as bigint, post)
  })
  const isOnce = ids.length === model.posts.size && new Set(ids).size === ids.length
  return isEach && isOnce && (expectedOrder(model) ?? ids).join() === ids.join()
}

function expectedOrder({ profile, posts, list }: Model): readonly bigint[] | undefined {
  const ascending = [...posts.keys()].sort((left, right) => (left < right ? -1 : 1))
  switch (profile['list.order']) {
    case 'id-ascending':
      return ascending
    case 'id-descending':
      return ascending.reverse()
    case 'insertion':
      return [...posts.keys()]
    case 'unordered':
      return list?.order
  }
}

/** What the Fetch Standard asks of a reply that a page of another origin may read. */
function judgeOrigin(
  step: Step,
  { headers }: Reply,
  { preflight }: Prediction,
  { profile }: Model,
): string[] {
  const origin = step.headers.origin
  const permitted = headers['access-control-allow-origin']
  if (profile['cors.origins'] === 'none') {
    const sent = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
    return sent.length === 0 ? [] : [`has the headers ${sent}`]
  }
  const complaints: string[] = []
  const varies = headers.vary?.toLowerCase().split(/, */) ?? []
  const withCredentials = headers['access-control-allow-credentials'] === 'true'
  if (permitted !== '*' && permitted !== origin)
    complaints.push(`lets the origin ${permitted} read, not ${origin}`)
  if (permitted !== '*' && !varies.includes('origin'))
    complaints.push('does not say that it varies by origin')
  if (permitted === '*' && withCredentials)
    complaints.push('lets any origin send credentials, which no browser takes')
  if (preflight) {
    const { method, headers: wanted } = preflight
    const methods = headers['access-control-allow-methods']?.split(/, */) ?? []
    if (method && !methods.includes(method)) complaints.push(`does not let a page send ${method}`)
    const names = headers['access-control-allow-headers']?.toLowerCase().split(/, */) ?? []
    for (const name of wanted?.toLowerCase().split(/, */) ?? [])
      if (!names.includes(name) && (withCredentials || !names.includes('*')))
        complaints.push(`does not let a page send the header ${name}`)
    return complaints
  }
  const exposed = headers['access-control-expose-headers']?.toLowerCase() ?? ''
  for (const name of ['location', 'allow'])
    if (headers[name] !== undefined && !exposed.includes(name)) complaints.push(`hides ${name} from a page`)
  return complaints
}
