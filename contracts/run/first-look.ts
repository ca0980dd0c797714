import type { CheckContext } from '../judge/check-context.ts'
import { checkList } from '../judge/list-check.ts'
import { noList } from '../judge/views.ts'
import { isSuccess } from '../spec/exchange.ts'
import { noDecisionIn } from '../wire/access.ts'
import { expectsHttps } from '../wire/redirect.ts'
import { SetUpError } from '../wire/set-up-error.ts'

/**
 * Checks the list for the first time.
 * @throws SetUpError where the list cannot be read.
 */
export async function lookFirst(context: CheckContext): Promise<void> {
  const request = { method: 'GET', path: '/posts', headers: {} }
  const reply = await context.setup.send(request)
  // An address without a service, or only its gateway.
  if (reply.status === 404 || noDecisionIn(reply) !== undefined || expectsHttps(reply)) {
    const what = isSuccess(reply) ? 'a page of HTML' : reply.status
    throw new SetUpError(`GET /posts answered ${what}`, { request, reply })
  }
  context.open('the first look', { request, reply })
  await context.check(['list.ok', 'post.shape'], () => checkList(context))
}

/**
 * Looks again with a post where the list answered 404: a service that accepts it has a wrong list.
 * @throws SetUpError as {@link lookFirst} does.
 */
export async function lookWithPost(context: CheckContext, error: unknown): Promise<void> {
  const seen = error instanceof SetUpError ? error.exchange : undefined
  if (seen?.reply.status !== 404) throw error
  await context.setup.create().catch(() => Promise.reject(error))
  context.open('the first look', seen)
  context.reportOn(seen, noList(seen.reply))
  await lookFirst(context).catch(() => {
    throw new SetUpError('GET /posts answered 404, also after a create')
  })
}
