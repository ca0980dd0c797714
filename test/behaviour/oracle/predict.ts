import type { OperationProfile, Profile } from '../../../handlers/choices/profile.ts'
import type { Step } from '../case.ts'
import { excludesJson } from './accept.ts'
import type { KnownPost, Model } from './model.ts'
import { isInt64 } from './next-id.ts'
import { answered, bodyBy, type Prediction, refused } from './prediction.ts'
import { bytesOf, type Fault, readSentBody } from './sent-body.ts'
import { readSentPost } from './sent-post.ts'

interface Target {
  readonly path: '/posts' | '/posts/{id}'
  /** The id in the path: out of range where it is an integer and no int64, malformed where it is none. */
  readonly id?: bigint | 'malformed' | 'out-of-range'
}

/**
 * Says what the interface document, and the profile where it is silent, promise of the reply to a request.
 * Written from those two alone.
 */
export function predict(step: Step, model: Model): Prediction {
  const { profile } = model
  const [path = '', query = ''] = step.path.split(/\?(.*)/s)
  const { 'access-control-request-method': asked, 'access-control-request-headers': wanted } = step.headers
  const target = findTarget(path, model)
  if (step.method === 'OPTIONS' && asked !== undefined && profile['cors.origins'] === 'any') {
    const method = target && methodsOf(target.path).includes(asked) ? asked : undefined
    return answered(204, 'none', { preflight: { method, headers: wanted } })
  }
  if (!target) return refused([{ status: profile['path.unknown'], body: 'path.unknown-body' }])
  const method = step.method === 'HEAD' && profile['method.head'] === 'as-get' ? 'GET' : step.method
  if (!methodsOf(target.path).includes(method)) return otherMethod(method, target, model)
  const faults: Fault[] = []
  const idFault = { status: profile['id.malformed'] }
  if (target.id === 'malformed') faults.push(idFault)
  if (target.id === 'out-of-range' && profile['id.out-of-range'] === 'malformed') faults.push(idFault)
  if (profile['wire.accept'] !== 'ignored' && excludesJson(step.headers.accept))
    faults.push({ status: profile['wire.accept'] })
  const isBodyUnexpected = method !== 'POST' && method !== 'PUT' && bytesOf(step.body).byteLength > 0
  if (isBodyUnexpected) faults.push(...ifRefused(profile['input.unexpected']))
  const isList = target.path === '/posts' && method === 'GET'
  if (query !== '') faults.push(...ifRefused(profile[isList ? 'list.query' : 'input.query']))
  if (faults.length > 0) return refused(faults)
  if (isList && query !== '' && profile['list.query'] === 'no-match') return answered(200, bodyBy([]))
  if (isList) return answered(200, 'list')
  const id = typeof target.id === 'bigint' ? target.id : undefined
  if (method === 'POST') return predictCreate(step, model)
  if (method === 'PUT') return predictReplace(step, model, id)
  const post = id === undefined ? undefined : model.posts.get(id)
  if (method === 'GET')
    return post ? answered(200, bodyBy('post'), about(id, post)) : refused([{ status: 404 }])
  if (post)
    return answered(profile['delete.status'], bodyBy(profile['delete.body']), {
      ...about(id, post),
      change: 'delete',
    })
  const missing = profile['delete.missing']
  if (missing >= 400) return refused([{ status: missing }])
  const names = JSON.stringify(profile['delete.body']).match(/"(?:post|id|title|content)"(?!:)/)
  return answered(missing, names ? 'none' : bodyBy(profile['delete.body']))
}

/** What a profile answers to one of the operations that it may tell apart. */
function answersTo(operation: 'create' | 'replace', profile: Profile): OperationProfile {
  const entries = Object.entries(profile).map(([id, answer]) => {
    const both = typeof answer === 'object' ? (answer as unknown as Record<string, unknown>) : {}
    return [id, both?.create !== undefined && both.replace !== undefined ? both[operation] : answer]
  })
  return Object.fromEntries(entries)
}

function about(id: bigint | undefined, post: KnownPost): Pick<Prediction, 'subject'> {
  return { subject: { id: id === undefined ? { fits: isInt64 } : { is: id }, post } }
}

function ifRefused(answer: 'ignored' | 'no-match' | 'refused' | number): Fault[] {
  return answer === 'ignored' || answer === 'no-match'
    ? []
    : [{ status: answer === 'refused' ? 400 : answer }]
}

function findTarget(path: string, { profile }: Model): Target | undefined {
  const isSlashed = path.length > 1 && path.endsWith('/')
  if (isSlashed && profile['path.trailing-slash'] === 'unknown') return undefined
  const segments = (isSlashed ? path.slice(0, -1) : path).split('/').map(decode)
  const name = profile['path.case'] === 'served' ? segments[1]?.toLowerCase() : segments[1]
  if (segments[0] !== '' || name !== 'posts' || segments.length > 3) return undefined
  const text = segments[2]
  if (text === undefined) return { path: '/posts' }
  if (text === '') return undefined
  const digits = profile['id.leading-zeros'] === 'same' ? text.replace(/^(-?)0+([0-9]+)$/, '$1$2') : text
  if (!/^(?:0|-?[1-9][0-9]*)$/.test(digits)) return { path: '/posts/{id}', id: 'malformed' }
  if (digits.length > 20 || !isInt64(BigInt(digits))) return { path: '/posts/{id}', id: 'out-of-range' }
  return { path: '/posts/{id}', id: BigInt(digits) }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The methods that the document's table of endpoints gives a path. */
function methodsOf(path: Target['path']): string[] {
  return path === '/posts' ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE']
}

function otherMethod(method: string, target: Target, { profile }: Model): Prediction {
  const allow = methodsOf(target.path)
  if (profile['method.head'] === 'as-get') allow.push('HEAD')
  const options = profile['method.options']
  if (options === 'allow' || options === 'no-allow') allow.push('OPTIONS')
  if (method === 'OPTIONS' && options === 'text') return answered(200, { text: allow.join(', ') }, { allow })
  if (method === 'OPTIONS' && options !== 'as-other')
    return answered(204, 'none', options === 'allow' ? { allow } : {})
  const status = profile['method.other']
  return refused([{ status }], status === 405 ? { allow } : {})
}

function predictCreate(step: Step, model: Model): Prediction {
  const profile = answersTo('create', model.profile)
  const { faults, object } = readSentBody(step.body, step.headers, profile)
  if (!object) return refused(faults)
  const sent = readSentPost(object, { profile, posts: model.posts }, undefined)
  const all = [...faults, ...sent.faults]
  if (all.length > 0) return refused(all)
  return answered(profile['create.status'], bodyBy(profile['create.body']), {
    sent: object,
    subject: { id: sent.id === undefined ? model.nextId : { is: sent.id }, post: sent.post },
    change: sent.id === undefined ? 'put' : 'brought',
    ...locatedBy(profile['create.location']),
  })
}

function locatedBy(answer: 'yes' | 'no' | 'absolute' | 'list'): Pick<Prediction, 'location'> {
  return answer === 'no' ? {} : { location: answer === 'yes' ? 'path' : answer }
}

function predictReplace(step: Step, model: Model, id: bigint | undefined): Prediction {
  const profile = answersTo('replace', model.profile)
  const answer = profile['replace.missing']
  const isThere = id !== undefined && model.posts.has(id)
  // No post can be created under an id that is not an int64; the document's answer for a post that is not there remains.
  const missing = typeof answer === 'number' ? answer : 404
  const isMissing = id === undefined || (!isThere && typeof answer === 'number')
  if (isMissing && profile['replace.checks-first'] === 'post') return refused([{ status: missing }])
  const { faults, object } = readSentBody(step.body, step.headers, profile)
  if (!object) return refused(faults)
  const sent = readSentPost(object, { profile, posts: model.posts }, id ?? 2n ** 64n)
  const all = [...faults, ...sent.faults]
  // Whether a body id is that of a path that no post can have, nobody can say.
  if (id === undefined && sent.faults.some(({ field }) => field === 'id')) {
    const others = all.filter(({ field }) => field !== 'id').map(({ status }) => ({ status }))
    return refused([...all, ...(others.length > 0 ? others : [{ status: missing }])])
  }
  if (all.length > 0) return refused(all)
  if (isMissing) return refused([{ status: missing }])
  const status = isThere ? profile['replace.status'] : Number(String(answer).slice('creates-'.length))
  return answered(status, bodyBy(profile['replace.body']), {
    sent: object,
    subject: { id: { is: id }, post: sent.post },
    change: isThere ? 'put' : 'brought',
    ...(isThere ? {} : locatedBy(profile['replace.location'])),
  })
}
