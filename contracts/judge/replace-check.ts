import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import { type Exchange, isSuccess } from '../document/exchange.ts'
import { isObject, readBody } from '../document/post-text.ts'
import type { OwnPost } from '../session/own-posts.ts'
import { type Bench, brief } from './bench.ts'
import { judgeFailedWrite } from './failed-write.ts'
import { checkGrowth } from './growth.ts'
import { readBack } from './read-check.ts'
import { survey } from './survey.ts'

const clauses = ['replace.whole', 'replace.same-id', 'others.untouched', 'list.all'] as const

/**
 * Checks what a replace left behind, and what the same replace leaves when it is repeated.
 *
 * @param sent the fields that were sent, perhaps only some.
 */
export async function checkReplace(
  bench: Bench,
  exchange: Exchange,
  id: PostId,
  sent: Partial<PostFields>,
): Promise<void> {
  const previous = bench.own.get(id)
  if (!isSuccess(exchange.reply)) {
    await expectState(bench, id, ['others.untouched'], 'replace.whole')
    return
  }
  const { title, content } = sent
  if (title !== undefined && content !== undefined) {
    await takeOver(bench, { id, title, content })
    if (!(await expectState(bench, id, clauses, 'replace.whole'))) return
    const before = bench.foreign.size
    const again = await bench.send(exchange.request)
    bench.open(`${bench.matter}, repeated`, again)
    // A service may say that there is nothing to change; it may not fail.
    if (again.reply.status >= 500) judgeFailedWrite(bench, 'replace', again)
    await expectState(bench, id, ['replace.idempotent'], 'replace.idempotent')
    if (bench.foreign.size > before)
      await checkGrowth(bench, 'replace.idempotent', 'every further replace adds a post', () =>
        bench.send(exchange.request),
      )
    return
  }
  bench.incomplete.add(id)
  await bench.check(['replace.whole'], async () => {
    const reply = await bench.look('GET', `/posts/${id}`)
    const body = readBody(reply.body)
    const kept = (['title', 'content'] as const).find(
      (field) => sent[field] === undefined && previous && isObject(body) && body[field] === previous[field],
    )
    if (!kept) return []
    const about = `a replace without a ${kept} left the old one in place`
    return [
      {
        clause: 'replace.whole',
        about,
        expected: `no trace of the old ${kept}`,
        actual: brief(previous?.[kept] ?? ''),
      },
    ]
  })
}

async function expectState(
  bench: Bench,
  id: PostId,
  judged: readonly ClauseId[],
  clause: ClauseId,
): Promise<boolean> {
  const isOwn = bench.own.get(id) !== undefined
  return await bench.check(judged, async () => [
    ...(await survey(bench, { id, clause })),
    ...(isOwn ? await readBack(bench, id, clause) : []),
  ])
}

/** Takes over the post of a replace that is done: one of a post that does not exist may create it, at once or in a moment. */
export async function takeOver(bench: Bench, post: OwnPost): Promise<void> {
  const { id } = post
  const isThere = bench.own.get(id) || (await bench.look('GET', `/posts/${id}`)).status === 200
  if (isThere) bench.stage.adopt(post, 'named')
  else bench.own.expect(post)
}
