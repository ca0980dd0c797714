import { stringifyJson } from '../../handlers/model/json.ts'
import type { OperationName } from '../../handlers/model/operation-name.ts'
import { type SentRequest, writeOperations } from '../document/exchange.ts'
import { mainClause } from '../judge/attempts.ts'
import type { CheckContext } from '../judge/check-context.ts'
import { ProviderUnreachable } from '../session/client/provider-unreachable.ts'

/**
 * Reports an operation that is never answered while others are: it sends an ordinary request of the operation
 * again.
 */
export async function judgeSilence(
  context: CheckContext,
  { method, path }: Pick<SentRequest, 'method' | 'path'>,
): Promise<void> {
  const look = path === '/posts' ? 'list' : 'read'
  const operation = method === 'GET' ? look : writeOperations[method]
  if (!operation) return
  if (!(await isAnotherAnswered(context, operation))) return
  const request = await unansweredOf(context, operation, path)
  if (!request || !(await isAnotherAnswered(context, operation))) return
  context.open(`an ordinary ${operation}`, { request, reply: { status: 0, headers: {}, body: '' } })
  const about = `an ordinary ${operation} is never answered, while other requests are`
  context.report({ clause: mainClause[operation], about, expected: 'a reply', actual: 'no reply' })
}

async function isAnotherAnswered({ setup }: CheckContext, operation: OperationName): Promise<boolean> {
  const path = operation === 'list' ? `/posts/${Number.MAX_SAFE_INTEGER}` : '/posts'
  return await setup.send({ method: 'GET', path, headers: {} }).then(
    () => true,
    () => false,
  )
}

/** An ordinary request of an operation, if it is sent and not answered. */
async function unansweredOf(
  { setup, own }: CheckContext,
  operation: OperationName,
  path: string,
): Promise<SentRequest | undefined> {
  const post = own.alive.at(-1)
  const json = { 'content-type': 'application/json' }
  const write = (title: string) => ({
    headers: json,
    body: stringifyJson({ title, content: 'An ordinary text.' }),
  })
  const ordinary = {
    list: async () => ({ method: 'GET', path, headers: {} }),
    read: async () => ({ method: 'GET', path, headers: {} }),
    create: async () => ({ method: 'POST', path: '/posts', ...write(await setup.freeTitle()) }),
    replace: async () => post && { method: 'PUT', path: `/posts/${post.id}`, ...write(post.title) },
    delete: async () => post && { method: 'DELETE', path: `/posts/${post.id}`, headers: {} },
  } as const
  const request = await ordinary[operation]()
  if (!request) return undefined
  return await setup.send(request).then(
    () => undefined,
    (error) => (error instanceof ProviderUnreachable ? request : undefined),
  )
}
