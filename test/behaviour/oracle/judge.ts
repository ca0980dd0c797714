import { isDeepStrictEqual } from 'node:util'
import type { Template } from '../../../handlers/model/template.ts'
import { parse } from '../../provider-set/exact-json.ts'
import type { Reply, Step } from '../case.ts'
import { type Exact, isObject, judgePost, type Model } from './model.ts'
import type { NextId } from './next-id.ts'
import type { Prediction } from './prediction.ts'
import type { Fault } from './sent-body.ts'

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
  complaints.push(...body.complaints)
  const located = judgeLocation(reply, prediction, base, body.id)
  complaints.push(...located.complaints)
  return { complaints, id: located.id }
}

/** Where a request has faults of several kinds, nothing says which of them is answered. */
function judgeBody(step: Step, reply: Reply, prediction: Prediction, model: Model): Verdict {
  const { profile } = model
  const templates = (prediction.errorBodies ?? ['error.body']).map((choice) =>
    profile[choice] === 'same' ? profile['error.body'] : profile[choice],
  )
  const verdicts = [...new Set(templates)].map((each) => judgeBodyBy(each, step, reply, prediction, model))
  return (verdicts.find(({ complaints }) => complaints.length === 0) ?? verdicts[0]) as Verdict
}

/** Error bodies that are not JSON. */
const textBodies: Readonly<Record<string, { readonly type: string; readonly pattern: RegExp }>> = {
  html: { type: 'text/html; charset=utf-8', pattern: /^<!doctype html>/ },
  'plain-text': { type: 'text/plain; charset=utf-8', pattern: /\.$/ },
}

function judgeBodyBy(
  errorBody: Template,
  step: Step,
  reply: Reply,
  prediction: Prediction,
  model: Model,
): Verdict {
  const { body } = prediction
  const holds = body === 'error' && errorBody === 'none' ? 'none' : body
  const text = body === 'error' && typeof errorBody === 'string' ? textBodies[errorBody] : undefined
  const type = reply.headers['content-type']
  const expectedType = text?.type ?? 'application/json'
  const complaints: string[] = []
  const typeWanted = holds === 'none' ? undefined : expectedType
  if (type?.toLowerCase() !== typeWanted) complaints.push(`has the media type ${type}, not ${typeWanted}`)
  if (holds === 'none' || step.method === 'HEAD') {
    if (reply.text !== '') complaints.push(`has a body: ${reply.text.slice(0, 80)}`)
    return { complaints, id: undefined }
  }
  if (text) {
    if (!text.pattern.test(reply.text)) complaints.push(`has another text: ${reply.text.slice(0, 80)}`)
    return { complaints, id: undefined }
  }
  if (holds === 'list' && reply.text === model.list?.text) return { complaints, id: undefined }
  let shown: Exact
  try {
    shown = parse(reply.text) as Exact
  } catch {
    return {
      complaints: [...complaints, `has a body that is not JSON: ${reply.text.slice(0, 80)}`],
      id: undefined,
    }
  }
  if (holds === 'error')
    return { complaints: [...complaints, ...judgeError(shown, errorBody, reply, prediction)], id: undefined }
  if (holds === 'list')
    return { complaints: [...complaints, ...judgeList(shown, reply.text, model)], id: undefined }
  const id = idIn(shown, holds.template)
  complaints.push(
    ...judgeTemplate(shown, holds.template, (part, value) => judgePart(part, value, id, prediction, model)),
  )
  return { complaints, id }
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

function judgePart(
  part: string,
  value: Exact,
  id: bigint | undefined,
  { subject, sent }: Prediction,
  model: Model,
): string[] {
  if (part === 'text') return typeof value === 'string' && value !== '' ? [] : ['shows no text']
  if (part === 'sent')
    return isDeepStrictEqual(asFloats(value), asFloats(sent)) ? [] : ['does not show what was sent']
  if (!subject) return ['shows a post where there is none']
  if (part === 'title' || part === 'content')
    return value === subject.post[part] ? [] : [`shows another ${part}`]
  if (id === undefined) return ['shows no id']
  const complaints = isPermitted(subject.id, id) ? [] : [`shows the id ${id}, which is not the next`]
  return part === 'post' ? [...complaints, ...judgePost(model, value, id, subject.post)] : complaints
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

function judgeList(shown: Exact, text: string, model: Model): string[] {
  if (!Array.isArray(shown)) return ['is not an array']
  const ids = shown.map((item) => (isObject(item) && typeof item.id === 'bigint' ? item.id : undefined))
  const complaints: string[] = []
  for (const [place, id] of ids.entries()) {
    const post = id === undefined ? undefined : model.posts.get(id)
    if (id === undefined || !post) complaints.push(`lists a post that does not exist: ${id}`)
    else complaints.push(...judgePost(model, shown[place] ?? null, id, post))
  }
  const listed = ids.filter((id) => id !== undefined)
  for (const id of model.posts.keys()) if (!listed.includes(id)) complaints.push(`does not list post ${id}`)
  if (new Set(listed).size < ids.length) complaints.push('lists a post twice')
  const order = expectedOrder(model)
  if (order && complaints.length === 0 && order.join() !== listed.join())
    complaints.push(`lists ${listed.join()}, not ${order.join()}`)
  if (complaints.length === 0) model.list = { order: listed, text }
  return complaints
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

/** What betrays the mock's own inside. */
const stack = /\n\s*at |\bat \S+ \(|node_modules|file:\/\/|\.[cm]?[jt]s:\d|The mock failed/

function judgeError(shown: Exact, template: Template, reply: Reply, { faults }: Prediction): string[] {
  const complaints = stack.test(reply.text) ? [`shows a stack: ${reply.text.slice(0, 200)}`] : []
  const complain = (part: string, value: Exact): string[] => {
    if (part === 'status')
      return value === BigInt(reply.status) ? [] : ['has an error body of another status']
    if (part === 'fields')
      return !faults || fieldsOf(value) === fieldsOf(expectedFields(faults))
        ? []
        : [`names the fields ${fieldsOf(value)}`]
    if (part !== 'errors')
      return typeof value === 'string' && value !== '' ? [] : [`has an error body without words for ${part}`]
    if (!Array.isArray(value)) return ['has an error body without a list of errors']
    return !faults || listed(value) === expected(faults)
      ? []
      : [`lists the faults ${listed(value)}, not ${expected(faults)}`]
  }
  return [...complaints, ...judgeTemplate(shown, template, complain)]
}

/** Compares a body with its template, part by part. */
function judgeTemplate(
  shown: Exact,
  template: Template,
  judge: (part: string, value: Exact) => string[],
): string[] {
  if (typeof template === 'string' && !template.startsWith('=')) return judge(template, shown)
  if (typeof template === 'string')
    return shown === template.slice(1) ? [] : [`shows ${shown}, not ${template}`]
  if (typeof template === 'number')
    return Number(shown) === template ? [] : [`shows ${shown}, not ${template}`]
  if (typeof template !== 'object' || template === null)
    return shown === template ? [] : [`shows ${shown}, not ${template}`]
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown) !== Array.isArray(template))
    return ['has a body of another shape']
  const members: Record<string, Exact> = { ...(shown as object) }
  const [names, wanted] = [Object.keys(members).sort().join(), Object.keys(template).sort().join()]
  if (names !== wanted) return [`has a body with ${names}, not ${wanted}`]
  return Object.entries(template).flatMap(([name, member]) =>
    judgeTemplate(members[name] as Exact, member, judge),
  )
}

function expectedFields(faults: readonly Fault[]): Exact {
  return Object.fromEntries(faults.map(({ field }) => [String(field), []]))
}

function fieldsOf(value: Exact): string {
  return Object.keys(Object(value)).toSorted().join()
}

function expected(faults: readonly Fault[]): string {
  return faults
    .map(({ field, fault }) => `${field} ${fault}`)
    .sort()
    .join()
}

function listed(errors: Exact | undefined): string {
  if (!Array.isArray(errors)) return 'nothing'
  return errors
    .map((error) => (isObject(error) ? `${error.field} ${error.fault}` : '?'))
    .sort()
    .join()
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
