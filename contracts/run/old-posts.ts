import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import { isSuccess, jsonRequest, type SentRequest } from '../document/exchange.ts'
import { asPost, carries, readBody } from '../document/post-text.ts'
import type { WrittenPost } from '../judge/attribution.ts'
import { attributed, type Violation } from '../judge/check-context.ts'
import { judgeFailedWrite } from '../judge/failed-write.ts'
import { oldPostSubject } from '../judge/finding.ts'
import { faultsOfRead } from '../judge/read-check.ts'
import { isListedRight, textOf, wholeList } from '../judge/views.ts'
import type { OwnPost } from '../session/own-posts.ts'
import type { Run } from './run.ts'

/** Posts that are kept to be looked at after everything else. */
export interface OldPosts {
  /** Unchanged from the beginning of the run. */
  readonly created: OwnPost
  /** Replaced by an example. */
  readonly replaced?: OwnPost | undefined
  /** Not kept: deleted with the other posts of the examples. */
  readonly deleted?: OwnPost | undefined
}

/** Undefined where a run has none. */
export function oldPostsOf({ context: { own } }: Run): OldPosts | undefined {
  const sound = own.alive.filter(({ id }) => !own.spoilt.has(id) && !own.incomplete.has(id))
  const isReplaced = ({ id, content }: OwnPost) => (own.previous(id)?.content ?? content) !== content
  const created = sound.find((post) => own.standing.has(post.id) && !isReplaced(post))
  const replaced = sound.find((post) => isReplaced(post) && isOrdinary(post))
  return (
    created && { created, replaced, deleted: sound.find((post) => post !== created && post !== replaced) }
  )
}

/** Replaces the kept post of the examples by texts that it never had, and not a second time. */
export async function replaceOld({ context: { own, setup } }: Run, { replaced }: OldPosts): Promise<void> {
  if (!replaced || setup.areOthersAtWork) return
  const { id } = replaced
  const token = await setup.freeTitle()
  const fields = { title: `${token} Kept`, content: `Kept as it is now, ${token}.` }
  // Without a success it may have been replaced, or not.
  own.spoilt.add(id)
  const { status } = await setup.send(jsonRequest('PUT', `/posts/${id}`, fields))
  if (!isSuccess({ status })) return
  setup.adopt({ id, ...fields })
  own.spoilt.delete(id)
}

function isOrdinary({ title, content }: OwnPost): boolean {
  return [title, content].every((text) => /^[\w .,]{1,200}$/.test(text))
}

/** The ids of old posts. */
export function idsOf(old: OldPosts | undefined): ReadonlySet<PostId> {
  return new Set([old?.created, old?.replaced].flatMap((post) => post?.id ?? []))
}

/**
 * Reads old posts, and replaces and deletes the oldest: a service may drop posts after a while, or stop writing to
 * them. Only these posts are looked at; the list may still show posts of sequences.
 *
 * @param options.age in milliseconds, for the report.
 */
export async function checkOldPosts(
  run: Run,
  { created: { id }, replaced, deleted }: OldPosts,
  { age, isReplaced = true }: { readonly age: number; readonly isReplaced?: boolean },
): Promise<void> {
  const { context } = run
  const { own, setup } = context
  // Other clients may have written to it.
  if (setup.areOthersAtWork) return
  const after = `${Math.round(age / 1000)} s after its create`
  const check = async (clauses: readonly ClauseId[], post: PostId, when = after, target?: WrittenPost) =>
    await context.check(clauses, async () =>
      (await faultsIn(run, post)).map((fault) => ({
        ...attributed(fault, 'after a write', { target }),
        about: `${when}, ${fault.about}`,
      })),
    )
  const write = async (request: SentRequest, operation: 'replace' | 'delete') => {
    const exchange = { request, reply: await setup.send(request) }
    context.open(`${oldPostSubject}, ${operation}d`, exchange)
    if (isSuccess(exchange.reply)) return true
    await judgeFailedWrite(context, operation, exchange, `of a post ${after}`)
    return false
  }
  context.open(oldPostSubject)
  if (!(await check(['read.ok', 'list.all'], id))) return
  if (replaced && !own.spoilt.has(replaced.id)) {
    const isKept = await check(['read.ok', 'list.all'], replaced.id, 'some seconds after its replace')
    if (!isKept) return
  }
  if (deleted && own.isGone(deleted.id)) {
    const isStillGone = await context.check(['delete.removes'], () => revived(run, deleted))
    if (!isStillGone) return
  }
  if (isReplaced) {
    const title = await setup.freeTitle()
    const fields = { title, content: `A unique content, ${title}.` }
    if (!(await write(jsonRequest('PUT', `/posts/${id}`, fields), 'replace'))) return
    setup.adopt({ id, ...fields })
    const target = { id, clause: 'replace.whole' } as const
    if (!(await check(['replace.whole'], id, after, target))) return
  }
  if (!(await write({ method: 'DELETE', path: `/posts/${id}`, headers: {} }, 'delete'))) return
  own.remove(id)
  await check(['delete.removes'], id)
}

/** A deleted post that can be read again, and not another one with its id. */
async function revived({ context }: Run, { id, title }: OwnPost): Promise<Violation[]> {
  const { status, body } = await context.look(`/posts/${id}`)
  const post = isSuccess({ status }) ? asPost(readBody(body)) : undefined
  if (post?.title !== title) return []
  const about = `post ${id} could not be read after its delete, and some seconds later it can`
  return [
    { clause: 'delete.removes', about, expected: '404', actual: textOf(post), post: id, views: ['read'] },
  ]
}

/** What is wrong with this post in a read and in the list. */
async function faultsIn({ context }: Run, id: PostId): Promise<Violation[]> {
  const post = context.own.get(id)
  const [read] = faultsOfRead(context, id, await context.look(`/posts/${id}`))
  const { list, fault } = await wholeList(context)
  if (fault) return [fault]
  const listed = list.get(id)
  const isListRight = post ? isListedRight(list, post) : !carries(listed, context.marker)
  if (read) return [{ ...read, views: isListRight ? ['read'] : ['read', 'list'] }]
  if (isListRight) return []
  const actual = listed ? textOf(listed) : 'not listed'
  const expected = post ? textOf(post) : 'not listed'
  const clause = post ? 'list.all' : 'delete.removes'
  return [
    { clause, about: `the list is wrong about post ${id}`, expected, actual, post: id, views: ['list'] },
  ]
}
