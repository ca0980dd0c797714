import { isDeepStrictEqual } from 'node:util'
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
  /** The texts of the posts that are there. */
  const texts = new Map<PostId, PostFields>()
  const isDeleted = (id: PostId) => ids.includes(id) && !texts.has(id)
  /** Sends a request, to a post that may not be visible yet again. */
  const ask = async (request: SentRequest): Promise<Exchange> => {
    let exchange: Exchange = { request, reply: await send(request) }
    const isLate = ({ reply }: Exchange) => isAbsent(reply) || isNotYet(reply)
    const id = idIn(request.path)
    if (id === undefined || isDeleted(id) || !isLate(exchange)) return exchange
    await poll(async () => {
      exchange = { request, reply: await send(request) }
      return isLate(exchange) ? undefined : exchange
    })
    return exchange
  }
  const write = async (method: string, path: string, sent: PostFields, otherwise?: PostFields) => {
    const first = await ask(jsonRequest(method, path, sent))
    const isOther = otherwise !== undefined && !isSuccess(first.reply)
    const exchange = isOther ? await ask(jsonRequest(method, path, otherwise)) : first
    return { exchange, kept: isOther ? otherwise : sent }
  }
  for (const each of before) {
    const path = 'post' in each ? postPath(ids[each.post] as PostId) : listPath
    switch (each.operation) {
      case 'create': {
        const { exchange, kept } = await write('POST', path, each.texts, each.otherwise)
        if (!isSuccess(exchange.reply)) throw refused(exchange)
        const named = idsNamedBy(exchange.reply).find((id) => !texts.has(id))
        const id = named ?? (await poll(() => listedId(send, kept, texts)))
        if (id === undefined) throw refused(exchange, ', and no new post is listed')
        ids.push(id)
        texts.set(id, kept)
        break
      }
      case 'replace': {
        const { exchange, kept } = await write('PUT', path, each.texts, each.otherwise)
        const id = ids[each.post] as PostId
        // A service may answer that there is nothing to change.
        const isAgain = isDeepStrictEqual(texts.get(id), kept)
        if (!isSuccess(exchange.reply) && !isAgain) throw refused(exchange)
        texts.set(id, kept)
        break
      }
      case 'delete': {
        const exchange = await ask(plainRequest('DELETE', path))
        const id = ids[each.post] as PostId
        // A service may answer that there is nothing to delete.
        if (!isSuccess(exchange.reply) && !isDeleted(id)) throw refused(exchange)
        texts.delete(id)
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
  others: ReadonlyMap<PostId, PostFields>,
): Promise<PostId | undefined> {
  const { items } = await readWholeList(send)
  const posts = items.flatMap((item) => asPost(item) ?? [])
  return posts.find((post) => areKept(texts, post) && !others.has(post.id))?.id
}

function refused(exchange: Exchange, more = ''): SetUpError {
  const { request, reply } = exchange
  const body = reply.body === '' ? '' : ` ${reply.body.slice(0, 200)}`
  return new SetUpError(`${request.method} ${request.path} answered ${reply.status}${body}${more}`, exchange)
}
