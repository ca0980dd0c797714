import type { OperationName } from '../../handlers/model/operation-name.ts'
import { type Exchange, type SentRequest, writeOperations } from '../document/exchange.ts'
import { mainClause } from '../judge/attempts.ts'
import type { CheckContext } from '../judge/check-context.ts'
import { ProviderUnreachable } from '../session/client/provider-unreachable.ts'

/** An operation that is never answered, while others are, breaks its clause: it is asked once more, as the document has it. */
export async function judgeSilence(
  context: CheckContext,
  { method, path }: Pick<SentRequest, 'method' | 'path'>,
  error: Error,
): Promise<void> {
  const look = path === '/posts' ? 'list' : 'read'
  const operation = method === 'GET' ? look : writeOperations[method]
  if (!operation) return
  const before = await anotherAnswer(context, operation)
  const isSilent = before && (await ordinary(context, operation, path)) === 'no answer'
  const after = isSilent ? await anotherAnswer(context, operation) : undefined
  if (!after) return
  context.open(`an ordinary ${operation}`, after)
  const about = `a ${operation} with nothing special about it is never answered, while other requests are`
  context.report({ clause: mainClause[operation], about, expected: 'an answer', actual: error.message })
}

async function anotherAnswer(
  { setup }: CheckContext,
  operation: OperationName,
): Promise<Exchange | undefined> {
  const path = operation === 'list' ? `/posts/${Number.MAX_SAFE_INTEGER}` : '/posts'
  const request = { method: 'GET', path, headers: {} }
  return await setup.send(request).then(
    (reply) => ({ request, reply }),
    () => undefined,
  )
}

async function ordinary(
  { setup, own }: CheckContext,
  operation: OperationName,
  path: string,
): Promise<'answered' | 'no answer' | 'no post'> {
  const post = own.alive.at(-1)
  if ((operation === 'replace' || operation === 'delete') && !post) return 'no post'
  const send = {
    list: () => setup.send({ method: 'GET', path, headers: {} }),
    read: () => setup.send({ method: 'GET', path, headers: {} }),
    create: () => setup.create(),
    replace: async () => post && (await setup.replace(post, { ...post, content: 'An ordinary text.' })),
    delete: async () => post && (await setup.delete(post)),
  } as const
  return await send[operation]().then(
    () => 'answered',
    (error) => (error instanceof ProviderUnreachable ? 'no answer' : 'answered'),
  )
}
