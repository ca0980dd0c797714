import type { PostFields } from '../../handlers/fields.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { idIn, listPath, postPath } from '../scenarios/addresses.ts'
import {
  type Exchange,
  jsonRequest,
  plainRequest,
  type Send,
  type SentRequest,
} from '../scenarios/exchange.ts'
import { areKept, asPost, idsNamedBy } from '../scenarios/post-text.ts'
import type { Before } from '../scenarios/scenario.ts'
import { SetUpError } from './failure.ts'
import { lookOnce } from './retry.ts'
import { isAbsent, isNotYet, isSuccess } from './status.ts'
import { readWholeList } from './whole-list.ts'

/**
 * Makes the requests before an observed one, as they are.
 * @param poll how to poll for a new post that is not visible yet. Default looks once.
 * @returns the ids of the posts that they create.
 * @throws SetUpError where the service refuses one, with the request and the reply.
 */
export async function makeRequests(
  send: Send,
  before: readonly Before[],
  poll = lookOnce,
): Promise<readonly PostId[]> {
  const ids: PostId[] = []
  const deleted = new Set<PostId>()
  /** Sends a request, to a post that may not be visible yet again. */
  const ask = async (request: SentRequest): Promise<Exchange> => {
    let exchange: Exchange = { request, reply: await send(request) }
    const isLate = ({ reply }: Exchange) => isAbsent(reply) || isNotYet(reply)
    const id = idIn(request.path)
    if (id === undefined || deleted.has(id) || !isLate(exchange)) return exchange
    await poll(async () => {
      exchange = { request, reply: await send(request) }
      return isLate(exchange) ? undefined : exchange
    })
    return exchange
  }
  const write = async (method: string, path: string, texts: PostFields, otherwise?: PostFields) => {
    const first = await ask(jsonRequest(method, path, texts))
    const isOther = otherwise !== undefined && !isSuccess(first.reply)
    const exchange = isOther ? await ask(jsonRequest(method, path, otherwise)) : first
    if (!isSuccess(exchange.reply)) throw refused(exchange)
    return { exchange, kept: isOther ? otherwise : texts }
  }
  for (const each of before) {
    const path = 'post' in each ? postPath(ids[each.post] as PostId) : listPath
    switch (each.operation) {
      case 'create': {
        const { exchange, kept } = await write('POST', path, each.texts, each.otherwise)
        const named = idsNamedBy(exchange.reply).find((id) => !ids.includes(id))
        const id = named ?? (await poll(() => listedId(send, kept, ids)))
        if (id === undefined) throw refused(exchange, ', and no new post is listed')
        ids.push(id)
        break
      }
      case 'replace':
        await write('PUT', path, each.texts, each.otherwise)
        break
      case 'delete': {
        const exchange = await ask(plainRequest('DELETE', path))
        const id = ids[each.post] as PostId
        // A service may answer that there is nothing to delete.
        if (!isSuccess(exchange.reply) && !deleted.has(id)) throw refused(exchange)
        deleted.add(id)
        break
      }
      default:
        await ask(plainRequest('GET', path))
    }
  }
  return ids
}

/** The id of a post with these texts that is not one of some others. */
async function listedId(
  send: Send,
  texts: PostFields,
  others: readonly PostId[],
): Promise<PostId | undefined> {
  const { items } = await readWholeList(send)
  const posts = items.flatMap((item) => asPost(item) ?? [])
  return posts.find((post) => areKept(texts, post) && !others.includes(post.id))?.id
}

function refused(exchange: Exchange, more = ''): SetUpError {
  const { request, reply } = exchange
  const body = reply.body === '' ? '' : ` ${reply.body.slice(0, 200)}`
  return new SetUpError(`${request.method} ${request.path} answered ${reply.status}${body}${more}`, exchange)
}
