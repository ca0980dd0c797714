import type { Step } from '../case.ts'
import type { KnownPost, Model } from './model.ts'
import { isInt64 } from './next-id.ts'
import { answered, bodyBy, type Prediction, refused } from './prediction.ts'
import { readSentBody } from './sent-body.ts'
import { readSentPost } from './sent-post.ts'

interface Target {
  readonly path: '/posts' | '/posts/{id}'
  /** The id in the path; undefined where it is not an int64. */
  readonly id?: bigint | undefined
}

/**
 * Says what the interface document, and the profile where it is silent, promise of the reply to a request.
 * Written from those two alone.
 */
export function predict(step: Step, model: Model): Prediction {
  const { profile } = model
  const [path = ''] = step.path.split('?')
  const { 'access-control-request-method': asked, 'access-control-request-headers': wanted } = step.headers
  const target = findTarget(path)
  if (step.method === 'OPTIONS' && asked !== undefined && profile['cors.origins'] === 'any') {
    const method = target && methodsOf(target.path).includes(asked) ? asked : undefined
    return answered(204, 'none', { preflight: { method, headers: wanted } })
  }
  if (!target) return refused([{ status: 404 }])
  const method = step.method === 'HEAD' ? 'GET' : step.method
  if (!methodsOf(target.path).includes(method)) return otherMethod(method, target, model)
  if (target.path === '/posts') return method === 'GET' ? answered(200, 'list') : predictCreate(step, model)
  const { id } = target
  if (id === undefined) return refused([{ status: profile['id.malformed'] }])
  if (method === 'PUT') return predictReplace(step, model, id)
  const post = model.posts.get(id)
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

function about(id: bigint, post: KnownPost): Pick<Prediction, 'subject'> {
  return { subject: { id: { is: id }, post } }
}

function findTarget(path: string): Target | undefined {
  const isSlashed = path.length > 1 && path.endsWith('/')
  const segments = (isSlashed ? path.slice(0, -1) : path).split('/').map(decode)
  if (segments[0] !== '' || segments[1] !== 'posts' || segments.length > 3) return undefined
  const text = segments[2]
  if (text === undefined) return { path: '/posts' }
  if (text === '') return undefined
  if (!/^(?:0|-?[1-9][0-9]{0,18})$/.test(text)) return { path: '/posts/{id}' }
  return { path: '/posts/{id}', id: isInt64(BigInt(text)) ? BigInt(text) : undefined }
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
  const allow = [...methodsOf(target.path), 'HEAD', 'OPTIONS']
  if (method === 'OPTIONS') return answered(204, 'none', { allow })
  const status = profile['method.other']
  return refused([{ status }], status === 405 ? { allow } : {})
}

function predictCreate(step: Step, model: Model): Prediction {
  const { profile } = model
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

function predictReplace(step: Step, model: Model, id: bigint): Prediction {
  const { profile } = model
  const missing = profile['replace.missing']
  const isThere = model.posts.has(id)
  const { faults, object } = readSentBody(step.body, step.headers, profile)
  if (!object) return refused(faults)
  if (!isThere && typeof missing === 'number' && faults.length === 0) return refused([{ status: missing }])
  const sent = readSentPost(object, { profile, posts: model.posts }, id)
  const all = [...faults, ...sent.faults]
  if (all.length > 0) return refused(all)
  const status = isThere ? profile['replace.status'] : Number(String(missing).slice('creates-'.length))
  return answered(status, bodyBy(profile['replace.body']), {
    sent: object,
    subject: { id: { is: id }, post: sent.post },
    change: isThere ? 'put' : 'brought',
  })
}
