import { type JsonValue, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import { asPost, isObject, type ReceivedPost } from '../document/post-text.ts'
import { isKept } from '../document/text-changes.ts'
import { carries } from '../session/find-id.ts'
import type { OwnPost } from '../session/own-posts.ts'
import { readWholeList } from '../session/whole-list.ts'
import { isFailure } from './attempts.ts'
import { type Bench, brief, type Violation } from './bench.ts'
import { FirstFew } from './evidence.ts'

/** Which clause it breaks when a post is not as it must be: the one at hand, or that of the others. */
export interface Blame {
  /** The post that the request named; undefined where it named none. */
  readonly target: PostId | undefined
  readonly forTarget: ClauseId
  readonly forOthers: ClauseId
  /** For a post of this run that nobody made: a copy, or one that came back. */
  readonly forStrays: ClauseId
}

/**
 * Compares the list with what this run owns: every post of the run once, as it was written last, the deleted ones
 * gone, and nothing that carries the run's marks and that it did not make. Posts of others may come and go.
 */
export async function survey(bench: Bench, blame: Blame): Promise<Violation[]> {
  const { items, fault } = await wholeList(bench)
  if (fault) return [fault]
  const faults = new FirstFew<Violation>()
  const found = new Map<PostId, ReceivedPost>()
  for (const item of items) {
    const id = isObject(item) ? toPostId(item.id) : undefined
    const post = asPost(item)
    const isIncomplete = id !== undefined && bench.incomplete.has(id)
    if (!post && !isIncomplete) faults.add('shape', () => shapeless(stringifyJson(item)))
    if (id === undefined) continue
    if (found.has(id))
      faults.add('twice', () => ({
        clause: 'list.all',
        about: 'the list holds a post twice',
        expected: `post ${id} once`,
        actual: `post ${id} more than once`,
      }))
    found.set(id, post ?? { id, title: '', content: '' })
  }
  takeOverAwaited(bench, found)
  bench.foreign = new Set([...found.keys()].filter((id) => !bench.own.get(id)))
  const changed: Violation[] = []
  for (const post of bench.own.alive) {
    const listed = found.get(post.id)
    const clause = post.id === blame.target ? blame.forTarget : blame.forOthers
    if (!listed)
      changed.push({
        clause: clause === 'others.untouched' ? await missingClause(bench, post) : clause,
        about: `post ${post.id} is not in the list`,
        expected: textOf(post),
        actual: 'no such post among those listed',
      })
    else if (!bench.incomplete.has(post.id)) changed.push(...differences(post, listed, clause, 'in the list'))
  }
  for (const [id, post] of found)
    if (!bench.own.get(id) && carries(post, bench.marker))
      faults.add('stray', () => stray(bench, id, post, blame))
  return [...faults.items, ...changed]
}

/** A write that came to no post at first may only be late: nobody waits for it, and nobody else made what it sent. */
function takeOverAwaited(bench: Bench, found: ReadonlyMap<PostId, ReceivedPost>): void {
  for (const post of bench.own.awaited) {
    const listed = found.get(post.id)
    if (listed && differences(post, listed, 'list.all', 'in the list').length === 0)
      bench.stage.adopt(post, 'named')
  }
}

/** The list, to its last page. */
export async function wholeList(bench: Bench): Promise<{ items: readonly JsonValue[]; fault?: Violation }> {
  const { items, broken } = await readWholeList(async (request) => (await bench.send(request)).reply)
  if (!broken) return { items }
  const { status, body } = broken
  const about = 'the list is not a list'
  const expected = 'status 200 and a JSON array'
  const actual = status === 200 ? brief(body) : `status ${status}`
  return { items, fault: { clause: 'list.ok', about, expected, actual, isFinal: isFailure(broken) } }
}

/** What differs between a post as it must be and as it was received. */
export function differences(
  post: OwnPost,
  received: ReceivedPost,
  clause: ClauseId,
  where: string,
): Violation[] {
  return (['title', 'content'] as const).flatMap((field) =>
    isKept(post[field], received[field])
      ? []
      : [
          {
            clause,
            about: `the ${field} of post ${post.id} ${where} is not what it must be`,
            expected: brief(post[field]),
            actual: brief(received[field]),
          },
        ],
  )
}

/** What stands for a post and is none. */
export function shapeless(text: string, clause: ClauseId = 'post.shape'): Violation {
  const expected = '{ id: int64 integer, title: string, content: string }'
  return { clause, about: 'what stands for a post is none', expected, actual: brief(text) }
}

/** A bystander that can be read and is not listed was not touched: the list is wrong. */
async function missingClause(bench: Bench, { id }: OwnPost): Promise<ClauseId> {
  return (await bench.look('GET', `/posts/${id}`)).status === 200 ? 'list.all' : 'others.untouched'
}

function stray(bench: Bench, id: PostId, post: ReceivedPost, { forStrays }: Blame): Violation {
  const cameBack = bench.own.isGone(id)
  const about = cameBack
    ? `post ${id} was deleted and is in the list`
    : `the list holds a post ${id} that nobody made`
  return {
    clause: cameBack ? 'delete.removes' : forStrays,
    about,
    expected: 'no such post',
    actual: textOf(post),
  }
}

function textOf({ id, title, content }: OwnPost): string {
  return brief(`{"id":${id},"title":${JSON.stringify(title)},"content":${JSON.stringify(content)}}`)
}
