import type { OwnPost } from '../model/own-posts.ts'
import { type Exchange, isRefusal, isSuccess, writeOperations } from '../spec/exchange.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import type { CheckContext } from './check-context.ts'
import { reportLost } from './create-check.ts'
import { judgeFailedWrite } from './failed-write.ts'
import { checkList } from './list-check.ts'

/** Judges an ordinary write that did not make a provider state true. */
export async function judgeSetUp(context: CheckContext, subject: string, exchange: Exchange): Promise<void> {
  context.open(subject, exchange)
  const { request, reply } = exchange
  const operation = writeOperations[request.method]
  if (operation === undefined) return
  const alike = likeThose(context, request.body)
  if (!isSuccess(reply)) {
    const isRefusedDuplicate = operation === 'create' && isRefusal(reply) && alike.length > 0
    if (!isRefusedDuplicate) await judgeFailedWrite(context, operation, exchange)
    return
  }
  for (const { id } of alike) context.own.spoilt.add(id)
  // The post may exist without its text: then the list shows why.
  await context.check([], () => checkList(context))
  const clause = alike.length > 0 ? 'create.not-idempotent' : 'create.adds'
  await reportLost(context, clause, request.body ?? '')
}

/** The posts of this run with the same title or content; a service may refuse a duplicate. */
function likeThose({ own }: CheckContext, body = ''): readonly OwnPost[] {
  const sent = readBody(body)
  if (!isObject(sent)) return []
  const same = (one: unknown, other: string) => String(one).toLowerCase() === other.toLowerCase()
  return own.alive.filter(({ title, content }) => same(sent.title, title) || same(sent.content, content))
}
