import type { PostFields, PostId } from '../../handlers/model/post.ts'
import { type Exchange, isSuccess, type SentRequest } from '../document/exchange.ts'
import { asPost, isObject, readBody } from '../document/post-text.ts'
import { carries, findId } from '../session/find-id.ts'
import { type Bench, brief, type Violation } from './bench.ts'
import { readBack } from './read-check.ts'
import { survey } from './survey.ts'

const clauses = ['create.adds', 'create.assigns-id', 'others.untouched', 'list.all', 'post.shape'] as const

/**
 * Checks what a create left behind.
 *
 * @param sent the texts that were sent, perhaps not both.
 * @param isOrdinary whether the document describes such a create; of any other, anything may come.
 * @returns the id of the new post; undefined where the service refused, or there is none.
 */
export async function checkCreate(
  bench: Bench,
  { request, reply }: Exchange,
  sent: Partial<PostFields>,
  isOrdinary: boolean,
): Promise<PostId | undefined> {
  const token = bench.tokenIn(sent.title, sent.content)
  if (!isSuccess(reply)) {
    await bench.check(['others.untouched'], () => survey(bench))
    return undefined
  }
  const twins = bench.own.alive.filter((post) => post.title === sent.title && post.content === sent.content)
  const known = new Set(bench.foreign)
  const others = twins.map(({ id }) => id)
  const found = await findCreated(bench, { request, reply }, { token, others, known, isSure: isOrdinary })
  if (!found && !isOrdinary) return undefined
  if (!found) {
    const clause = twins.length > 0 ? 'create.not-idempotent' : 'create.adds'
    const about = 'a created post can neither be read nor found in the list'
    bench.report({ clause, about, expected: brief(JSON.stringify(sent)), actual: 'no such post' })
    return undefined
  }
  const { id, misnamed } = found
  if (misnamed !== undefined) bench.report(misnamedFault(misnamed, id))
  checkId(bench, id, known, reply.body, sent)
  if (twins.length > 0) bench.observe('create.not-idempotent')
  if (!isOrdinary) bench.incomplete.add(id)
  bench.stage.adopt({ id, title: sent.title ?? '', content: sent.content ?? '' }, originOf(id, request))
  const whole = async () => [...(await survey(bench)), ...(await readBack(bench, id))]
  await bench.check(clauses, whole)
  return id
}

interface Created {
  /** A text that only this post has. */
  readonly token: string | undefined
  /** Posts of this run that have the same text. */
  readonly others: readonly PostId[]
  /** Posts of others that were listed before. */
  readonly known: ReadonlySet<PostId>
  /** Whether the post has the token for sure. */
  readonly isSure: boolean
}

/** Finds what a create made, waiting for what may be late; a post without the token is taken over as far as that is safe. */
async function findCreated(bench: Bench, exchange: Exchange, { token, others, known, isSure }: Created) {
  const look = async () =>
    token === undefined ? undefined : await findId(exchange.reply, token, bench.stage.send, others)
  const found = await look()
  if (found) return found
  // A service may take what it does not read: then there is a post without the texts, and nothing to wait for.
  const isUnmarked = !isSure && ((await adoptUnmarked(bench, exchange, known)) || token === undefined)
  return isUnmarked ? undefined : await bench.find(look)
}

async function adoptUnmarked(
  bench: Bench,
  { request, reply }: Exchange,
  known: ReadonlySet<PostId>,
): Promise<boolean> {
  const before = [...known, ...bench.own.alive.map(({ id }) => id)]
  const id = await bench.stage.adoptUnmarked({ reply, sent: request.body ?? '', before })
  if (id !== undefined) bench.incomplete.add(id)
  return id !== undefined
}

/**
 * Takes over the post of a create that was judged once before.
 * @param isExact whether the post must have the texts that were sent.
 */
export async function followCreate(
  bench: Bench,
  { request, reply }: Exchange,
  sent: Partial<PostFields>,
  isExact: boolean,
): Promise<void> {
  const token = bench.tokenIn(sent.title, sent.content)
  const others = bench.own.alive
    .filter((post) => token !== undefined && carries(post, token))
    .map(({ id }) => id)
  const isSure = isExact && token !== undefined
  const found = await findCreated(bench, { request, reply }, { token, others, known: bench.foreign, isSure })
  if (!found) return
  const { id } = found
  if (bench.own.get(id)) takesPlace(bench, id)
  if (!isExact || sent.title === undefined || sent.content === undefined) bench.incomplete.add(id)
  bench.stage.adopt({ id, title: sent.title ?? '', content: sent.content ?? '' }, originOf(id, request))
}

/** Whether the service chose an id, or the request named it. */
function originOf(id: PostId, { body = '' }: SentRequest): 'created' | 'named' {
  const sent = readBody(body)
  return isObject(sent) && sent.id === id ? 'named' : 'created'
}

/** The reply to a create names a post, and it is not the one that was created. */
export function misnamedFault(named: PostId, id: PostId): Violation {
  return {
    clause: 'create.assigns-id',
    about: 'the reply to a create names another post than the one that was created',
    expected: `id ${id}`,
    actual: `id ${named}`,
  }
}

function takesPlace(bench: Bench, id: PostId): void {
  const about = 'a created post got the id of another'
  const expected = 'an id that no post has'
  bench.report({ clause: 'create.assigns-id', about, expected, actual: `id ${id}` })
}

function checkId(
  bench: Bench,
  id: PostId,
  known: ReadonlySet<PostId>,
  body: string,
  sent: Partial<PostFields>,
): void {
  const clause = 'create.assigns-id'
  bench.observe(clause)
  if (bench.own.get(id)) takesPlace(bench, id)
  // Once it may be chance: somebody else deleted that post, and the service gives out ids again.
  if (known.has(id) && bench.suspect(id) > 1) {
    const actual = `ids ${[...bench.suspects].join(', ')}`
    bench.report({
      clause,
      about: 'created posts got ids that others had',
      expected: 'ids that no post has',
      actual,
    })
  }
  const given = asPost(readBody(body))
  if (given && given.title === sent.title && given.content === sent.content && given.id !== id) {
    const about = 'the post given back has another id than the one that was created'
    bench.report({ clause, about, expected: `id ${id}`, actual: `id ${given.id}` })
  }
}
