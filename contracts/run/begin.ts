import type { OperationName } from '../../handlers/model/operation-name.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { CheckContext } from '../judge/check-context.ts'
import { takenIdsFault } from '../judge/create-check.ts'
import type { Finding } from '../judge/finding.ts'
import { judge } from '../judge/judge.ts'
import { checkList } from '../judge/list-check.ts'
import { readBack } from '../judge/read-check.ts'
import { judgeSetUp } from '../judge/set-up-check.ts'
import { wholeList } from '../judge/views.ts'
import type { OwnPost } from '../model/own-posts.ts'
import type { Waiting } from '../model/waiting.ts'
import type { Exchange } from '../spec/exchange.ts'
import { asPost, carries, readBody } from '../spec/post-text.ts'
import { ignoreRefused, SetUpError, WriteRefused } from '../wire/set-up-error.ts'
import { prelude } from './fixed-sequences.ts'
import type { SequenceRunner } from './sequence-runner.ts'

const firstPost = 'the first post'

/** An ordinary delete. */
const deleting = {
  key: `${firstPost}, deleted`,
  operation: 'delete',
  permits: 'success',
  request: { method: 'DELETE', path: '/posts/${id}' },
} as const

/**
 * Creates a post and deletes it: a run that cannot delete ends here, and leaves one post. Then some more, which show
 * whether ids are reused.
 * @param findings gets what is wrong.
 * @throws SetUpError where no create, or no delete, is done.
 */
export async function begin(
  runner: SequenceRunner,
  waiting: Waiting,
  findings: Finding[],
  without: readonly OperationName[] = [],
): Promise<void> {
  const deletes = !without.includes('delete')
  findings.push(...(await runner.look((context) => createAndDelete(context, deletes), waiting.usual)))
  findings.push(...(await runner.run(prelude, waiting.usual)).findings)
}

async function createAndDelete(context: CheckContext, deletes: boolean): Promise<void> {
  const post = await createFirst(context)
  context.open(firstPost)
  await context.check(['create.adds', 'list.all', 'read.ok'], async () => [
    ...(await checkList(context)),
    ...(await readBack(context, post.id)),
  ])
  if (!deletes) return
  const exchange = await deleteFirst(context, post).catch((error) => createAgain(context, post.id, error))
  const { request, reply } = exchange
  const { status } = reply
  if (context.attempts.of('delete').accepted === 0)
    throw new SetUpError(`DELETE ${request.path} answered ${status}`, exchange)
  if (context.findings.length === 0) return
  const shown = asPost(readBody((await context.look(`/posts/${post.id}`)).body))
  if (carries(shown, context.marker) || (await wholeList(context)).list.ids.has(post.id))
    throw new SetUpError(`DELETE ${request.path} answered ${status}, and the post is still there`, exchange)
}

async function createFirst(context: CheckContext): Promise<OwnPost> {
  try {
    return await context.setup.create()
  } catch (error) {
    if (error instanceof SetUpError && error.exchange) await judgeSetUp(context, firstPost, error.exchange)
    throw error
  }
}

/** The statuses of a request that is not permitted. */
const neverAllowed: readonly number[] = [401, 403, 405, 407, 501]

/** A delete that fails is tried so often. */
const mostTries = 3

/** Judges each try of a delete that fails. */
async function deleteFirst(context: CheckContext, post: OwnPost): Promise<Exchange> {
  const { setup } = context
  const request = { method: 'DELETE', path: `/posts/${post.id}`, headers: {} }
  for (let tries = 1; ; tries++) {
    const first = { request, reply: await setup.send(request) }
    const { exchange } = await setup.repeatWhileBusy(first)
    await judge(context, deleting, exchange, post).catch(ignoreRefused)
    const { status } = exchange.reply
    if (status < 400 || tries === mostTries || neverAllowed.includes(status)) return exchange
  }
}

/** Creates one more post where the first got the id of a foreign one: once may be chance, twice is a fault. */
async function createAgain(context: CheckContext, id: PostId, error: unknown): Promise<never> {
  if (!(error instanceof WriteRefused) || !error.isForeign) throw error
  const second = await context.setup.create()
  if (second.id === id || context.foreign.has(second.id)) context.report(takenIdsFault([id, second.id]))
  throw error
}
