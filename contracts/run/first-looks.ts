import type { PostFields, PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import { type Exchange, isSuccess, jsonRequest, type ReceivedReply } from '../document/exchange.ts'
import { asPost, readBody } from '../document/post-text.ts'
import { areKept } from '../document/text-changes.ts'
import { brief, type CheckContext, type Violation } from '../judge/check-context.ts'
import { isListedRight, textOf, wholeList } from '../judge/views.ts'
import { findId, idInBody, idInLocation, idsNamedBy } from '../session/find-id.ts'
import type { OwnPost } from '../session/own-posts.ts'

/** A look that was wrong long after the write, and right when it was repeated at once. */
interface WrongFirst {
  readonly fault: Violation
  readonly look: Exchange
}

/**
 * Distinguishes late writes from caches that only a request refreshes. A run repeats its looks until a late write is
 * visible, which hides such a cache. Here the first look comes after `pause`; if it is wrong in two rounds, it breaks a clause.
 *
 * @param pause waits longer than any write took to become visible.
 */
export async function checkFirstLooks(context: CheckContext, pause: () => Promise<void>): Promise<void> {
  const once = await wrongFirstLooks(context, pause)
  if (once.length === 0) return
  const again = await wrongFirstLooks(context, pause)
  const found = again.find(({ fault }) => once.some((each) => each.fault.about === fault.about))
  if (!found) return
  context.open('a first look, long after the write')
  context.reportOn(found.look, found.fault)
}

/**
 * Looks for a list that shows a write only once the post was read: the other checks read it before. If two rounds show
 * that, it breaks a clause.
 *
 * @param kept posts that stay as they are.
 */
export async function checkListAlone(context: CheckContext, kept: ReadonlySet<PostId>): Promise<void> {
  if ((await unreadList(context, kept)) === undefined) return
  const found = await unreadList(context, kept)
  if (!found) return
  context.open('a list before any read')
  context.reportOn(found.look, found.fault)
}

async function unreadList(context: CheckContext, kept: ReadonlySet<PostId>): Promise<WrongFirst | undefined> {
  const { setup, attempts, own } = context
  const isUsable = ({ id }: OwnPost) => !own.spoilt.has(id) && !own.incomplete.has(id) && !kept.has(id)
  const [deleted, replaced] = own.alive.filter(isUsable).slice(-2)
  if (!deleted || !replaced || setup.areOthersAtWork) return undefined
  const written = [replaced]
  if (attempts.of('replace').accepted > 0) {
    const title = await setup.freeTitle()
    written[0] = await setup.replace(replaced, {
      title,
      content: `Another content before any read, ${title}.`,
    })
  }
  await setup.delete(deleted)
  const { fields, reply } = await createUnread(context)
  const [id] = isSuccess(reply) ? idsNamedBy(reply) : []
  if (id !== undefined) written.push({ id, ...fields })
  const wrongIn = async () => {
    context.open('a list before any read')
    const { list } = await wholeList(context)
    if (list.ids.has(deleted.id)) return { post: deleted, listed: list.get(deleted.id) }
    const post = written.find((each) => !isListedRight(list, each))
    return post && { post, listed: list.get(post.id) }
  }
  let wrong: Awaited<ReturnType<typeof wrongIn>>
  await context.find(async () => {
    wrong = await wrongIn()
    return wrong ? undefined : true
  })
  const [look] = context.seen
  for (const { id } of wrong ? [...written, deleted] : []) await context.look(`/posts/${id}`)
  const isRightNow = wrong && (await wrongIn()) === undefined
  const made = await context.find(() => findId(reply, fields.title, setup.send))
  if (made) setup.adopt({ ...fields, id: made.id })
  if (!wrong || !look || !isRightNow) return undefined
  const { post, listed } = wrong
  const isGone = post === deleted
  return {
    look,
    fault: {
      clause: 'list.all',
      about: `the list ${isGone ? 'shows a deleted post' : 'is wrong about a written post'} until the post is read`,
      expected: isGone ? `no post ${post.id}` : textOf(post),
      actual: listed ? textOf(listed) : `no post ${post.id}`,
    },
  }
}

async function wrongFirstLooks(context: CheckContext, pause: () => Promise<void>): Promise<WrongFirst[]> {
  const { setup, attempts, own } = context
  const whole = own.alive.filter(({ id }) => !own.spoilt.has(id) && !own.incomplete.has(id))
  const replaced = whole.at(-1) ?? (await setup.create())
  const deleted = whole.at(-2) ?? (await setup.create())
  // Any cache has them as they are now.
  for (const { id } of [replaced, deleted]) await context.look(`/posts/${id}`)
  await context.look('/posts')
  const isReplacing = attempts.of('replace').accepted > 0
  const latest = isReplacing
    ? await setup.replace(replaced, { ...replaced, content: `Another content, ${replaced.title}.` })
    : replaced
  await setup.delete(deleted)
  const { fields, reply } = await createUnread(context)
  await pause()
  const id = idInBody(reply.body) ?? idInLocation(reply.headers.location)
  const created = isSuccess(reply) && id !== undefined ? { id, ...fields } : undefined
  const wrong = [
    isReplacing && (await wrongFirst(context, latest, 'read.ok', 'a replaced post', isShown(latest))),
    await wrongFirst(context, deleted, 'read.missing', 'a deleted post', ({ reply }) => reply.status === 404),
    created && (await wrongFirst(context, created, 'read.ok', 'a created post', isShown(created))),
    await wrongFirstList(context, latest, deleted),
  ]
  const found = await context.find(() => findId(reply, fields.title, setup.send))
  if (found) setup.adopt({ ...fields, id: found.id })
  return wrong.filter((each) => typeof each === 'object')
}

function isShown(written: OwnPost): (look: Exchange) => boolean {
  return ({ reply }) => {
    const post = isSuccess(reply) ? asPost(readBody(reply.body)) : undefined
    return post !== undefined && areKept(written, post)
  }
}

async function createUnread(context: CheckContext): Promise<{ fields: PostFields; reply: ReceivedReply }> {
  const title = await context.setup.freeTitle()
  const fields = { title, content: `A content that is not read at once, ${title}.` }
  const sent = await context.send(jsonRequest('POST', '/posts', fields))
  const { exchange } = await context.setup.repeatWhileBusy(sent, title)
  return { fields, reply: exchange.reply }
}

async function wrongFirst(
  context: CheckContext,
  { id }: OwnPost,
  clause: ClauseId,
  what: string,
  isRight: (look: Exchange) => boolean,
): Promise<WrongFirst | undefined> {
  const request = { method: 'GET', path: `/posts/${id}`, headers: {} }
  const [first, second] = [await context.send(request), await context.send(request)]
  if (isRight(first) || !isRight(second)) return undefined
  const about = `the first read of ${what} is wrong long after the write, and the second is right`
  return { look: first, fault: { clause, about, expected: answerOf(second), actual: answerOf(first) } }
}

async function wrongFirstList(
  context: CheckContext,
  shown: OwnPost,
  gone: OwnPost,
): Promise<WrongFirst | undefined> {
  const look = async () => {
    context.open('a list, long after the write')
    const { list, fault } = await wholeList(context)
    return { list, isRight: fault === undefined && isListedRight(list, shown) && !list.ids.has(gone.id) }
  }
  const { list, isRight } = await look()
  const [page] = context.seen
  if (isRight || !page || !(await look()).isRight) return undefined
  const about = 'the first list is wrong long after the write, and the second is right'
  const expected = `post ${shown.id} with its last texts, and no post ${gone.id}, which was deleted`
  const listed = list.get(shown.id)
  const actual = `post ${shown.id}: ${brief(JSON.stringify(listed) ?? 'none')}; post ${gone.id}: ${list.ids.has(gone.id) ? 'listed' : 'none'}`
  return { look: page, fault: { clause: 'list.all', about, expected, actual } }
}

function answerOf({ reply }: Exchange): string {
  return brief(`${reply.status} ${reply.body}`)
}
