import { jsonRequest } from '../document/exchange.ts'
import type { Listing } from '../document/listing.ts'
import { asPost, type ReceivedPost } from '../document/post-text.ts'
import type { Violation } from '../judge/check-context.ts'
import { textOf, wholeList } from '../judge/views.ts'
import { findId } from '../session/find-id.ts'
import { ignoreRefused } from '../session/set-up-error.ts'
import type { Run } from './run.ts'

/** How many posts are read. */
const mostReads = 3

/**
 * After a post was lost or changed: creates it again and only reads. If the list loses or changes a post by that, the
 * reads did it the first time too, and not the write before them.
 */
export async function checkReadsAlone({ context }: Run): Promise<void> {
  const { own, setup, findings } = context
  const [lost] = findings.flatMap(
    ({ post, views }) => (post !== undefined && views?.includes('read') && own.get(post)) || [],
  )
  if (!lost || findings.some(({ clause }) => clause === 'safe.get')) return
  const { title, content } = lost
  const request = jsonRequest('POST', '/posts', { title, content })
  const made = await context.send(request).catch(ignoreRefused)
  if (!made) return
  context.open('reads alone')
  const { list } = await wholeList(context)
  // The latest of those with one id.
  const ids = new Set(list.marked(context.marker).flatMap((item) => asPost(item)?.id ?? []))
  const before = [...ids].flatMap((id) => list.get(id) ?? [])
  for (const { id } of before.slice(-mostReads)) await context.look(`/posts/${id}`)
  await context.check(['safe.get'], async () => {
    const { list, fault } = await wholeList(context)
    return fault ? [fault] : before.flatMap((post) => lostIn(list, post)).slice(0, 1)
  })
  const others = own.alive.filter((post) => post.title === title).map(({ id }) => id)
  const found = await findId(made.reply, title, setup.send, others)
  if (!found) return
  setup.adopt({ id: found.id, title, content })
  own.spoilt.add(found.id)
}

function lostIn(list: Listing, post: ReceivedPost): Violation[] {
  const listed = list.get(post.id)
  if (listed?.title === post.title && listed.content === post.content) return []
  const about = `the list showed post ${post.id}, and after reads alone it ${listed ? 'shows another' : 'does not'}`
  const actual = listed ? textOf(listed) : 'not listed'
  return [{ clause: 'safe.get', about, expected: textOf(post), actual, views: ['list'] }]
}
