import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostFields, PostId } from '../../handlers/model/post.ts'
import { type Exchange, isSuccess } from '../document/exchange.ts'
import { specialTexts } from '../document/special-texts.ts'
import type { CheckContext } from '../judge/check-context.ts'
import { followCreate } from '../judge/create-check.ts'
import { judgeFailedWrite, unusual } from '../judge/failed-write.ts'
import { checkList } from '../judge/list-check.ts'

/** How many texts one replace has inside its title and content. */
const atOnce = 5
/** So many replaces have a title of nothing but a special text. */
const wholeTitles = 12

/** Many posts, which a run makes at its end. */
export interface Crowd {
  /** How many posts the provider has then, those of others included. */
  readonly size: number
  /** Whether they are replaced as well. */
  readonly isReplaced: boolean
}

/** The texts of a post, which holds the token that only this post has. */
type Texts = (token: string) => PostFields

const ordinary: Texts = (token) => ({ title: token, content: `An ordinary text, ${token}.` })
const inside =
  (text: string): Texts =>
  (token) => ({ title: `${token} ${text} end`, content: `begin ${text} end` })

/**
 * Creates posts until the provider has so many: a list that is cut off shows with many posts alone. Each has a text that
 * services are known to change, so that one look at the list judges them all. Stops where the provider has a quota.
 *
 * @returns the posts by their ids, each with the token that its texts hold.
 */
export async function createMany(context: CheckContext, count: number): Promise<ReadonlyMap<PostId, string>> {
  const { own, foreign, findings } = context
  const made = new Map<PostId, string>()
  const special = [
    ...specialTexts.inside.map(inside),
    ...specialTexts.whole.map(
      (content): Texts =>
        (title) => ({ title, content }),
    ),
  ].values()
  const createOne = async (texts: Texts): Promise<boolean> => {
    const token = await context.setup.freeTitle()
    const id = await create(context, texts(token))
    if (id !== undefined) made.set(id, token)
    return id !== undefined
  }
  const isMissing = () => findings.length === 0 && own.alive.length + foreign.size < count
  // A service may refuse some texts, and may have a quota.
  for (const texts of count > 0 ? special : [])
    if (findings.length === 0 && !(await createOne(texts)) && !(await createOne(ordinary))) return made
  while (isMissing() && (await createOne(ordinary))) {}
  if (made.size === 0 || findings.length > 0) return made
  context.open('posts of special texts')
  await context.check(['create.adds', 'list.all'], () => checkList(context))
  return made
}

/** Replaces posts by the same texts, several of them at a time, and looks at the list once. */
export async function replaceMany(context: CheckContext, posts: ReadonlyMap<PostId, string>): Promise<void> {
  const rest = posts.entries()
  const replaceNext = async (texts: Texts): Promise<boolean> => {
    const { value } = rest.next()
    if (!value || context.findings.length > 0) return true
    const [id, token] = value
    const fields = texts(token)
    const isDone = await send(context, 'replace', `/posts/${id}`, fields)
    if (isDone) context.setup.adopt({ id, ...fields })
    return isDone !== undefined
  }
  const isReplacing = context.attempts.of('replace').accepted > 0
  if (posts.size === 0 || context.findings.length > 0 || !isReplacing) return
  for (let at = 0; at < specialTexts.inside.length; at += atOnce) {
    const some = specialTexts.inside.slice(at, at + atOnce)
    // Where several are refused together, some may be taken alone.
    if (!(await replaceNext(inside(some.join(' '))))) for (const text of some) await replaceNext(inside(text))
  }
  for (const title of specialTexts.whole.slice(0, wholeTitles))
    await replaceNext((content) => ({ title, content }))
  context.open('posts replaced by special texts')
  await context.check(['replace.whole', 'others.untouched', 'list.all'], () => checkList(context))
}

/** Creates a post; undefined where the service refuses, or fails. */
async function create(context: CheckContext, fields: PostFields): Promise<PostId | undefined> {
  const exchange = await send(context, 'create', '/posts', fields)
  if (!exchange) return undefined
  const before = context.own.history.length
  await followCreate(context, exchange, fields, true)
  const id = context.own.history.at(before)?.id
  if (id === undefined) {
    const about = 'a created post can neither be read nor found in the list'
    const expected = exchange.request.body ?? ''
    context.report({ clause: 'create.adds', about, expected, actual: 'no such post' })
  }
  return id
}

/** Sends a write, and judges it where it fails: of its texts none may. Undefined where it was not done. */
async function send(
  context: CheckContext,
  operation: 'create' | 'replace',
  path: string,
  fields: PostFields,
): Promise<Exchange | undefined> {
  const request = {
    method: operation === 'create' ? 'POST' : 'PUT',
    path,
    headers: { 'content-type': 'application/json' },
    body: stringifyJson(fields),
  }
  context.open(`a ${operation} with special texts`)
  const exchange = await context.send(request)
  if (isSuccess(exchange.reply)) return exchange
  if (exchange.reply.status >= 500) judgeFailedWrite(context, operation, exchange, unusual)
  return undefined
}
