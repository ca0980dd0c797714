import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { ClauseId } from '../document/clauses.ts'
import type { ReceivedReply } from '../document/exchange.ts'
import { type Listing, listingOf } from '../document/listing.ts'
import type { ReceivedPost } from '../document/post-text.ts'
import { isKept } from '../document/text-changes.ts'
import type { OwnPost } from '../session/own-posts.ts'
import { isFailure } from './attempts.ts'
import { brief, type CheckContext, type Violation } from './check-context.ts'
import { bothSides } from './evidence.ts'

/** The list, to its last page. */
export async function wholeList(context: CheckContext): Promise<{ list: Listing; fault?: Violation }> {
  const { items, broken, astray } = await context.setup.wholeList(({ path }) => context.look(path))
  const list = listingOf(items)
  if (broken) return { list, fault: noList(broken) }
  if (astray && !context.findings.some(({ about }) => about === linkAstray)) {
    const fault = {
      clause: 'list.all',
      about: linkAstray,
      expected: '/v1/posts?…',
      actual: astray.link,
    } as const
    context.reportOn(astray.page, { ...fault, alternatives: ['version.path'] })
  }
  return { list }
}

/** A client that follows the link does not come to the rest of the list. */
const linkAstray = 'the link to the next page of the list leads elsewhere'

/** What is given as the list and is none. */
export function noList(reply: ReceivedReply): Violation {
  const { status, body } = reply
  const about = 'the list is not a list'
  const expected = 'status 200 and a JSON array'
  const actual = status === 200 ? brief(body) : `status ${status}`
  return { clause: 'list.ok', about, expected, actual, isFinal: isFailure(reply) }
}

/** Asks whether a list shows a post of this run as it must be. */
export function isListedRight(list: Listing, post: OwnPost): boolean {
  const listed = list.get(post.id)
  const isOnce = !list.odd.some(({ id, earlier }) => id === post.id && earlier !== undefined)
  return isOnce && listed !== undefined && differences(post, listed, 'list.all', '').length === 0
}

/** What differs between a post as it must be and as it was received; one fault for each text. */
export function differences(
  post: OwnPost,
  received: ReceivedPost,
  clause: ClauseId,
  where: string,
  previous?: OwnPost,
): Violation[] {
  return (['title', 'content'] as const).flatMap((field): Violation[] =>
    isKept(post[field], received[field])
      ? []
      : [
          {
            clause,
            about: `the ${field} of post ${post.id} ${where} is not what it must be`,
            ...bothSides(post[field], received[field]),
            post: post.id,
            alternatives:
              previous && isMangled(field, post, received, previous)
                ? ['create.adds', 'wire.json']
                : ['wire.json'],
          },
        ],
  )
}

/**
 * Whether a replace was done and the text is not what it sent, as if it were created so; a text that it left alone is as it was
 * before. Where the two differ in blanks and capitals alone, either may be true.
 */
function isMangled(
  field: 'title' | 'content',
  post: OwnPost,
  received: ReceivedPost,
  previous: OwnPost,
): boolean {
  if (received[field] !== previous[field] || bare(received[field]) === bare(post[field])) return true
  const other = field === 'title' ? 'content' : 'title'
  return received[other] === post[other] && post[other] !== previous[other]
}

function bare(text: string): string {
  return text.replaceAll(/\s+/g, '').toLowerCase()
}

/** What is given as a post and is not one. */
export function shapeless(text: string, id?: PostId): Violation {
  return {
    clause: 'post.shape',
    about: 'this is not a post',
    expected: '{ id: int64 integer, title: string, content: string }',
    actual: brief(text),
    ...(id === undefined ? {} : { post: id }),
  }
}

/** A post as a line of a report. */
export function textOf({ id, title, content }: OwnPost): string {
  return brief(stringifyJson({ id, title, content }))
}
