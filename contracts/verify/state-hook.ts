import { stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Example } from '../document/example.ts'
import { isSuccess, type ReceivedReply, type Send } from '../document/exchange.ts'
import { asList, asPost, isObject, readBody } from '../document/post-text.ts'
import { equalContent, type StateName, type StateValues, titleInWords } from '../document/states.ts'
import { readProviderUrl } from '../session/client/provider-url.ts'
import { createProviderClient, type ProviderClientOptions, type RequestGuard } from '../session/client.ts'
import type { OwnPost } from '../session/own-posts.ts'
import { SetUpError, WriteRefused } from '../session/set-up-error.ts'
import type { StateSetup } from '../session/state-setup.ts'
import { states } from '../session/states.ts'

/** What sets provider states up in the place of the programs in states.ts: a hook of the provider's. */
export interface StateHook extends AsyncDisposable {
  /** What went wrong when a state was ended, and is not a verdict. */
  readonly notes: readonly string[]
  /** Makes the states of an example true. @throws SetUpError with the hook's words. */
  setUp(example: Pick<Example, 'key' | 'states'>, setup: StateSetup): Promise<StateValues>
  /** Ends the states of the example that was set up last. What the hook created is the hook's to remove. */
  tearDown(setup: StateSetup): Promise<void>
}

export interface StateHookOptions extends Pick<ProviderClientOptions, 'timeout' | 'insecure' | 'signal'> {
  readonly stateUrl: string
  /** The provider's base address. */
  readonly url: string
  /** Sent to the hook too where it is at the provider's own origin, and nowhere else. */
  readonly headers?: Readonly<Record<string, string>>
  /** The pacticipant that is told to the hook. Default `posts-consumer`. */
  readonly consumer?: string
}

/** A hook is called, and never anything else. */
const callsOnly: RequestGuard = {
  async pass({ method, path }, wire) {
    if (method !== 'POST') throw new WriteRefused(method, path, 'a state hook is only called with POST')
    return await wire.send()
  },
}

/** States that take no more than a title that is free. */
const ofOurOwn: readonly StateName[] = ['a title is free']

/**
 * Makes a client for a hook that sets provider states up, as Pact's verifiers call it: `POST stateUrl` with
 * `{ consumer, state, params, action }`, `action` being `setup` or `teardown`. The reply to a set-up is an object with
 * the values of the state, such as `{ "id": 7 }`; `params` has a title and a content for the post in question.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`
 * @example
 * await using hook = createStateHook({ stateUrl: 'http://127.0.0.1:3000/states', url: client.url, consumer: 'posts-consumer' })
 */
export function createStateHook(options: StateHookOptions): StateHook {
  const { stateUrl, url, headers = {}, consumer = 'posts-consumer' } = options
  const { base, origin, basePath } = readProviderUrl(stateUrl)
  const isAtHome = origin === readProviderUrl(url).origin
  const client = createProviderClient({
    ...options,
    url: stateUrl,
    headers: isAtHome ? headers : {},
  }).writing(callsOnly)
  const path = basePath === '' ? '/' : ''
  const notes = new Set<string>()
  const begun: StateName[] = []
  const guests = new Map<PostId, OwnPost>()
  let params: Params = { title: '', content: '' }
  let token = ''

  const call = async (send: Send, state: StateName, action: 'setup' | 'teardown'): Promise<ReceivedReply> => {
    const body = stringifyJson({ consumer, state, params: { ...params }, action })
    const sent = { method: 'POST', path, headers: { 'content-type': 'application/json' }, body }
    const reply = await send(sent).catch((error: Error) => {
      throw new SetUpError(`the state hook did not answer: ${error.message}`)
    })
    if (isSuccess(reply)) return reply
    throw new SetUpError(`the state hook ${base} answered ${reply.status} to the ${action} of "${state}"`)
  }

  const endStates = async (): Promise<void> => {
    for (const state of begun.splice(0)) {
      // Also after Ctrl-C: what the hook made, nobody else knows of.
      await call(client.uninterrupted.send, state, 'teardown').catch(({ message }) =>
        notes.add(`${message.replace(/^t/, 'T')}.`),
      )
    }
  }

  const setUp = async (state: StateName, title: string, setup: StateSetup): Promise<StateValues> => {
    begun.push(state)
    params = paramsOf(state, title)
    let values: StateValues = {}
    let named: readonly PostId[] = []
    await setup.borrow(async () => {
      values = valuesIn(await call(client.send, state, 'setup'))
      named = [values.id, values.other].flatMap((id) => id ?? [])
      return named
    })
    for (const post of await guestsAmong(setup, named, title)) {
      setup.own.put(post, 'named')
      guests.set(post.id, post)
    }
    return { title, ...values }
  }

  return {
    get notes() {
      return [...notes]
    },
    async setUp({ states: names }, setup) {
      token = await setup.freeTitle()
      let values: StateValues = {}
      for (const name of names) {
        const given = ofOurOwn.includes(name) ? states[name](setup) : setUp(name, token, setup)
        values = { ...values, ...(await given) }
      }
      return values
    },
    async tearDown(setup) {
      await endStates()
      const left = await listed(setup)
      // What the hook leaves and bears our mark stays ours: to be judged, and to be removed at the end.
      for (const { id, title } of guests.values())
        if (!left.has(id) || !title.includes(token)) setup.own.forget(id)
      guests.clear()
      setup.returnAll()
    },
    async [Symbol.asyncDispose]() {
      await endStates()
      await client.close()
    },
  }
}

interface Params {
  readonly title: string
  readonly content: string
}

/** States whose post has a title that the request has too: it bears the mark of the run. */
const withTitle: readonly StateName[] = [
  'a post with the title exists',
  'a post with words in its title exists',
  'a post with doubles exists',
]

/** What the post in question shall have in it, where the hook creates one. */
function paramsOf(state: StateName, title: string): Params {
  if (!withTitle.includes(state))
    return { title: 'A post of the state hook', content: `For the state "${state}".` }
  const isInWords = state === 'a post with words in its title exists'
  return { title: isInWords ? titleInWords(title) : title, content: equalContent(title) }
}

function valuesIn({ body }: ReceivedReply): StateValues {
  const given = readBody(body)
  if (!isObject(given)) return {}
  const [id, other] = [toPostId(given.id), toPostId(given.other)]
  return { ...(id === undefined ? {} : { id }), ...(other === undefined ? {} : { other }) }
}

/** The posts that the hook names or that bear the title: judged by what they are once their state is true, and not in the ledger. */
async function guestsAmong(setup: StateSetup, named: readonly PostId[], title: string): Promise<OwnPost[]> {
  const all = [...(await listed(setup)).values()]
  return all.filter((post) => named.includes(post.id) || post.title.includes(title))
}

async function listed({ send }: StateSetup): Promise<Map<PostId, OwnPost>> {
  const { body } = await send({ method: 'GET', path: '/posts', headers: {} })
  const posts = (asList(body) ?? []).flatMap((item) => asPost(item) ?? [])
  return new Map(posts.map(({ id, title, content }) => [id, { id, title, content }]))
}
