import type { ClauseId } from '../../contracts/spec/clauses.ts'
import { type Reply, type Step, step } from './case.ts'
import type { Adapter } from './hosts/host.ts'

type Send = (sent: Step) => Promise<Reply>

/** Makes a service that breaks one clause of one that keeps them all. */
type Saboteur = (send: Send) => Send

const isRead = ({ method, path }: Step) => method === 'GET' && /^\/posts\/-?\d+$/.test(path)
const isList = ({ method, path }: Step) => method === 'GET' && path === '/posts'

/** Spoils the replies to some requests. */
function replying(meant: (sent: Step) => boolean, spoil: (reply: Reply) => Reply): Saboteur {
  return (send) => async (sent) => (meant(sent) ? spoil(await send(sent)) : send(sent))
}

/** Does something more once a request was answered. */
function afterwards(
  meant: (sent: Step, reply: Reply) => boolean,
  more: (sent: Step, reply: Reply) => Step,
): Saboteur {
  return (send) => async (sent) => {
    const reply = await send(sent)
    if (meant(sent, reply)) await send(more(sent, reply))
    return reply
  }
}

const isOk = ({ status }: Reply) => status < 300
const title = (text: string) => `{"title":"${text}","content":"Spoilt."}`
const status = (from: number, to: number) => (reply: Reply) =>
  reply.status === from ? { ...reply, status: to } : reply

/** The n-th request that is the same as one before gets what the first one got, or something of its own. */
function repeated(method: string, again: (sent: Step, first: Reply, send: Send) => Promise<Reply>): Saboteur {
  return (send) => {
    const seen = new Map<string, Reply>()
    return async (sent) => {
      const key = `${sent.method} ${sent.path} ${sent.body}`
      const first = seen.get(key)
      if (sent.method === method && first && isOk(first)) return again(sent, first, send)
      const reply = await send(sent)
      seen.set(key, reply)
      return reply
    }
  }
}

/** One for each clause, under the profile `default`, of services that break it and as little else as can be. */
export const saboteurs: { readonly [id in ClauseId]: Saboteur } = {
  'wire.json': replying(isList, (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'content-type': 'text/json' },
  })),
  'post.shape': replying(isRead, (reply) => ({
    ...reply,
    text: reply.text.replace(/"id":(-?\d+)/, '"id":"$1"'),
  })),
  'list.ok': replying(isList, status(200, 206)),
  'list.all': replying(isList, (reply) => ({ ...reply, text: reply.text.replace(/,\{[^}]*\}\]$/, ']') })),
  'read.ok': replying(isRead, status(200, 203)),
  'read.missing': replying(isRead, status(404, 410)),
  'create.adds': afterwards(
    ({ method }, reply) => method === 'POST' && isOk(reply),
    (_, reply) => step('DELETE', `/posts/${/"id":(\d+)/.exec(reply.text)?.[1]}`),
  ),
  'create.assigns-id': (send) => async (sent) =>
    sent.method === 'POST'
      ? status(200, 201)(await send({ ...sent, method: 'PUT', path: '/posts/3' }))
      : send(sent),
  'create.not-idempotent': repeated('POST', async (_, first) => first),
  'replace.whole': (send) => async (sent) => {
    if (sent.method !== 'PUT' || typeof sent.body !== 'string') return send(sent)
    const { content } = JSON.parse((await send(step('GET', sent.path))).text)
    return send({ ...sent, body: sent.body.replace(/"content":"[^"]*"/, `"content":"${content}"`) })
  },
  'replace.idempotent': repeated('PUT', (sent, _, send) => send({ ...sent, body: title('Once more') })),
  'replace.same-id': (send) => async (sent) => {
    if (sent.method !== 'PUT') return send(sent)
    await send(step('DELETE', sent.path))
    return status(201, 200)(await send({ ...sent, method: 'POST', path: '/posts' }))
  },
  'delete.removes': (send) => async (sent) =>
    sent.method === 'DELETE'
      ? { ...(await send(step('GET', sent.path))), status: 204, text: '', headers: {} }
      : send(sent),
  'delete.idempotent': repeated('DELETE', (_, _first, send) => send(step('DELETE', '/posts/3'))),
  'safe.get': afterwards(isRead, ({ path }) => step('PUT', path, title('Seen'))),
  'others.untouched': afterwards(
    ({ method }) => method === 'PUT' || method === 'DELETE',
    () => step('PUT', '/posts/1', title('Beside')),
  ),
  'version.path': replying(
    () => true,
    (reply) => ({ ...reply, status: 404 }),
  ),
}

/** An adapter whose service breaks a clause. */
export function sabotaged(adapter: Adapter, clause: ClauseId): Adapter {
  let send = saboteurs[clause](adapter.send)
  return {
    ...adapter,
    send: (sent) => send(sent),
    async reset() {
      await adapter.reset()
      send = saboteurs[clause](adapter.send)
    },
  }
}
