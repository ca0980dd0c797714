import type { PostFields, PostId } from '../../handlers/model/post.ts'
import { type Exchange, isSuccess, jsonRequest } from '../document/exchange.ts'
import { carries } from '../document/post-text.ts'
import { specialTexts } from '../document/special-texts.ts'
import type { CheckContext } from '../judge/check-context.ts'
import { followCreate, reportLost } from '../judge/create-check.ts'
import { judgeFailedWrite, unusual } from '../judge/failed-write.ts'
import { checkList } from '../judge/list-check.ts'
import { WriteRefused } from '../session/set-up-error.ts'

/** How many special texts one title and content contain. */
const atOnce = 3
/** How many replaces have a special text as their whole title. */
const wholeTitles = 15

/** The token of each post, by id. */
export type CrowdPosts = ReadonlyMap<PostId, string>

/** Works on items, in sequence or concurrently. */
export type Each = <Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>) => Promise<void>

/** The texts of a post with a unique token. */
type Texts = (token: string) => PostFields

/** Texts for one post, and for several posts where a service refuses that one. */
interface Wanted {
  readonly texts: Texts
  readonly alone: readonly Texts[]
}

const ordinary: Texts = (token) => ({ title: token, content: `An ordinary text, ${token}.` })
const inside =
  (text: string): Texts =>
  (token) => ({ title: `${token} ${text} end`, content: `begin ${text} end` })
const allInside = groups(specialTexts.inside).map(
  (some): Wanted => ({ texts: inside(some.join(' ')), alone: some.map(inside) }),
)
const wholeContents = specialTexts.whole.map(
  (content): Wanted => ({ texts: (title) => ({ title, content }), alone: [ordinary] }),
)

/**
 * Creates posts, at least one for each special text: only many posts show that a list is cut off. Each has a text
 * that services are known to change, so that one read of the list checks all. Stops at a quota.
 */
export async function createMany(context: CheckContext, count: number, each: Each): Promise<CrowdPosts> {
  const made = new Map<PostId, string>()
  let isFull = false
  const createOne = async (texts: Texts): Promise<boolean> => {
    const token = await context.setup.freeTitle()
    const id = await create(context, texts(token), token)
    if (id !== undefined) made.set(id, token)
    return id !== undefined
  }
  const special = [...allInside, ...wholeContents]
  const rest = Math.max(0, count - special.length)
  const wanted = [...special, ...Array<Wanted>(rest).fill({ texts: ordinary, alone: [ordinary] })]
  await each(wanted, async ({ texts, alone }) => {
    const isOver = () => isFull || context.findings.length > 0
    if (isOver() || (await createOne(texts))) return
    // A service may refuse some texts, and may have a quota.
    for (const text of alone) {
      if (isOver() || (await createOne(text))) continue
      isFull = !(await createOne(ordinary))
    }
  }).catch((error) => {
    if (!(error instanceof WriteRefused)) throw error
  })
  if (made.size === 0 || context.findings.length > 0) return made
  context.open('posts of special texts')
  await context.check(['create.adds', 'list.all'], () => checkList(context))
  return made
}

/** Replaces posts with the same texts, the latest first, and checks the list once. */
export async function replaceMany(context: CheckContext, posts: CrowdPosts, each: Each): Promise<void> {
  if (posts.size === 0 || context.findings.length > 0) return
  const rest = [...posts].toReversed().values()
  const replaceNext = async (texts: Texts): Promise<boolean> => {
    const { value } = rest.next()
    if (!value || context.findings.length > 0) return true
    const [id, token] = value
    const fields = texts(token)
    const { isDone } = await send(context, 'replace', `/posts/${id}`, fields, token)
    if (isDone) context.setup.adopt({ id, ...fields })
    return isDone
  }
  const wholes = specialTexts.whole
    .slice(0, wholeTitles)
    .map((title): Wanted => ({ texts: (content) => ({ title, content }), alone: [] }))
  await each([...allInside, ...wholes], async ({ texts, alone }) => {
    if (!(await replaceNext(texts))) for (const text of alone) await replaceNext(text)
  })
  context.open('posts replaced by special texts')
  await context.check(['replace.whole', 'others.untouched', 'list.all'], () => checkList(context))
}

function groups(texts: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(texts.length / atOnce) }, (_, at) =>
    texts.slice(at * atOnce, (at + 1) * atOnce),
  )
}

/** Creates a post; undefined where that fails. */
async function create(context: CheckContext, fields: PostFields, token: string): Promise<PostId | undefined> {
  const { exchange, isDone } = await send(context, 'create', '/posts', fields, token)
  if (!isDone) return undefined
  if (!isSuccess(exchange.reply)) return context.own.alive.findLast((post) => carries(post, token))?.id
  const id = await followCreate(context, exchange, fields, true)
  if (id === undefined) await reportLost(context, 'create.adds', exchange.request.body ?? '')
  return id
}

/** Sends a write, again where the service is busy; it is a fault if it fails with status 500 or more. */
async function send(
  context: CheckContext,
  operation: 'create' | 'replace',
  path: string,
  fields: PostFields,
  token: string,
): Promise<{ readonly exchange: Exchange; readonly isDone: boolean }> {
  const request = jsonRequest(operation === 'create' ? 'POST' : 'PUT', path, fields)
  context.open(`a ${operation} with special texts`)
  const sent = await context.setup.repeatWhileBusy(await context.send(request), token)
  const { exchange, isDone } = sent
  if (!isDone && exchange.reply.status >= 500) await judgeFailedWrite(context, operation, exchange, unusual)
  return sent
}
