import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { OwnPost } from '../model/own-posts.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { type Exchange, isSuccess } from '../spec/exchange.ts'
import { isObject, readBody } from '../spec/post-text.ts'
import { brief, type CheckContext } from './check-context.ts'
import { judgeFailedWrite } from './failed-write.ts'
import { checkList } from './list-check.ts'
import { readBack } from './read-check.ts'

const clauses = ['replace.whole', 'replace.same-id', 'others.untouched', 'list.all'] as const

/**
 * Checks the effect of a replace, and of the same replace again.
 *
 * @param sent the fields that were sent, perhaps only some.
 */
export async function checkReplace(
  context: CheckContext,
  exchange: Exchange,
  id: PostId,
  sent: Partial<PostFields>,
): Promise<void> {
  const previous = context.own.get(id)
  if (!isSuccess(exchange.reply)) {
    await expectState(context, id, ['others.untouched'], 'replace.whole')
    return
  }
  const { title, content } = sent
  if (title !== undefined && content !== undefined) {
    await takeOver(context, { id, title, content })
    if (!(await expectState(context, id, clauses, 'replace.whole'))) return
    const again = await context.send(exchange.request)
    context.open(`${context.subject}, repeated`, again)
    // A service may answer that nothing changed, but must not fail.
    if (again.reply.status >= 500) await judgeFailedWrite(context, 'replace', again)
    await expectState(context, id, ['replace.idempotent'], 'replace.idempotent')
    return
  }
  context.incomplete.add(id)
  await context.check(['replace.whole'], async () => {
    const reply = await context.look(`/posts/${id}`)
    const body = readBody(reply.body)
    // An empty text may be the old one or a new one.
    const kept = (['title', 'content'] as const).find(
      (field) =>
        sent[field] === undefined && previous?.[field] && isObject(body) && body[field] === previous[field],
    )
    if (!kept) return []
    const about = `a replace kept the old ${kept}`
    return [
      {
        clause: 'replace.whole',
        about,
        expected: `not the old ${kept}`,
        actual: brief(previous?.[kept] ?? ''),
      },
    ]
  })
}

async function expectState(
  context: CheckContext,
  id: PostId,
  judged: readonly ClauseId[],
  clause: ClauseId,
  check: typeof checkList = checkList,
): Promise<boolean> {
  const isOwn = context.own.get(id) !== undefined
  return await context.check(judged, async () => [
    ...(await check(context, { id, clause })),
    ...(isOwn ? await readBack(context, id, clause) : []),
  ])
}

/** Takes over the post of a replace, which may have created it, perhaps with a delay. */
export async function takeOver(context: CheckContext, post: OwnPost): Promise<void> {
  const { id } = post
  const isThere = context.own.get(id) || (await context.look(`/posts/${id}`)).status === 200
  if (isThere) context.setup.adopt(post, 'named')
  else context.own.expect(post)
}
