import type { OperationName } from '../../handlers/model/operation-name.ts'
import { idIn, jsonRequest, type SentRequest, writeOperations } from '../document/exchange.ts'
import { mainClause } from '../judge/attempts.ts'
import { brief, type CheckContext } from '../judge/check-context.ts'
import { ProviderUnreachable } from '../session/client/provider-unreachable.ts'

/**
 * Finds out what a provider does not answer: sends an ordinary request of the same operation. If that is not answered
 * either while other requests are, the operation is broken.
 * @returns a note if the ordinary request is answered.
 */
export async function judgeSilence(
  context: CheckContext,
  unanswered: SentRequest,
): Promise<string | undefined> {
  const { method, path, body = '' } = unanswered
  const operation = operationOf(unanswered)
  if (!operation || !(await isAnotherAnswered(context, operation))) return undefined
  const request = await ordinaryRequest(context, operation, path)
  if (!request) return undefined
  const isOrdinaryAnswered = await isAnswered(context, request)
  if (isOrdinaryAnswered)
    return `An ordinary ${operation} was answered, but not this one: ${brief(`${method} ${path} ${body}`).trim()}`
  if (isOrdinaryAnswered === undefined || !(await isAnotherAnswered(context, operation))) return undefined
  context.open(`an ordinary ${operation}`, { request, reply: { status: 0, headers: {}, body: '' } })
  const about = `an ordinary ${operation} is never answered, while other requests are`
  context.report({ clause: mainClause[operation], about, expected: 'a reply', actual: 'no reply' })
  return undefined
}

function operationOf({ method, path }: SentRequest): OperationName | undefined {
  if (method !== 'GET') return writeOperations[method]
  return path.startsWith('/posts/') ? 'read' : 'list'
}

async function isAnotherAnswered(context: CheckContext, operation: OperationName): Promise<boolean> {
  const path = operation === 'list' ? `/posts/${Number.MAX_SAFE_INTEGER}` : '/posts'
  return (await isAnswered(context, { method: 'GET', path, headers: {} })) === true
}

/** Undefined where it was not sent. */
async function isAnswered({ setup }: CheckContext, request: SentRequest): Promise<boolean | undefined> {
  return await setup.send(request).then(
    ({ status }) => status !== 0,
    (error) => (error instanceof ProviderUnreachable ? false : undefined),
  )
}

/** An ordinary request of an operation; undefined where it needs a post and there is none. */
async function ordinaryRequest(
  { setup, own }: CheckContext,
  operation: OperationName,
  path: string,
): Promise<SentRequest | undefined> {
  const post = own.alive.at(-1)
  switch (operation) {
    case 'list':
      return { method: 'GET', path: '/posts', headers: {} }
    case 'read': {
      const id = idIn(path) ?? post?.id ?? Number.MAX_SAFE_INTEGER
      return { method: 'GET', path: `/posts/${id}`, headers: {} }
    }
    case 'create': {
      const title = await setup.freeTitle()
      return jsonRequest('POST', '/posts', { title, content: 'An ordinary text.' })
    }
    case 'replace':
      return post && jsonRequest('PUT', `/posts/${post.id}`, { title: post.title, content: post.content })
    case 'delete':
      return post && { method: 'DELETE', path: `/posts/${post.id}`, headers: {} }
  }
}
