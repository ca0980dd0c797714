import { defined } from '../../handlers/model/defined.ts'
import { stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import type { Example } from '../document/example.ts'
import { isSuccess, type ReceivedReply, type Send } from '../document/exchange.ts'
import { asPost, isObject, readBody } from '../document/post-text.ts'
import { equalContent, type StateName, type StateValues, titleInWords } from '../document/states.ts'
import { readProviderUrl } from '../session/client/provider-url.ts'
import { createProviderClient, type ProviderClientOptions, type RequestGuard } from '../session/client.ts'
import type { OwnPost } from '../session/own-posts.ts'
import { SetUpError, WriteRefused } from '../session/set-up-error.ts'
import type { StateSetup } from '../session/state-setup.ts'
import { states } from '../session/states.ts'
import { readWholeList } from '../session/whole-list.ts'

/** Sets provider states up through a hook of the provider, instead of states.ts. */
export interface StateHook extends AsyncDisposable {
  /** Failures of teardowns. */
  readonly notes: readonly string[]
  /** The first failure of a set-up, in sentences with the next step. */
  readonly failure: string | undefined
  /** Makes the states of an example true. @throws SetUpError where the hook fails. */
  setUp(example: Pick<Example, 'key' | 'states'>, setup: StateSetup): Promise<StateValues>
  /** Ends the states of the latest example. The hook must remove the posts that it created. */
  tearDown(setup: StateSetup): Promise<void>
}

export interface StateHookOptions extends Pick<ProviderClientOptions, 'timeout' | 'insecure' | 'signal'> {
  readonly stateUrl: string
  /** The provider's base address. */
  readonly url: string
  /** Sent to the hook only if it has the provider's origin. */
  readonly headers?: Readonly<Record<string, string>>
  /** The consumer in the calls. Default `posts-consumer`. */
  readonly consumer?: string
}

const callsOnly: RequestGuard = {
  async pass({ method, path }, wire) {
    if (method !== 'POST') throw new WriteRefused(method, path, 'a state hook is only called with POST')
    return await wire.send()
  },
}

/**
 * Makes a client for a state hook, called like Pact's verifiers do: `POST stateUrl` with `{ consumer, state, params,
 * action }`, where `action` is `setup` or `teardown`, and `params` the title and content of the post. The reply to a
 * set-up has the values of the state, such as `{ "id": 7 }`.
 *
 * @throws UnderstudyError `BASE_URL_INVALID`, `OPTION_INVALID`
 */
export function createStateHook(options: StateHookOptions): StateHook {
  const { stateUrl, url, headers = {}, consumer = 'posts-consumer' } = options
  const { origin, basePath } = readProviderUrl(stateUrl)
  const isSameOrigin = origin === readProviderUrl(url).origin
  const client = createProviderClient({
    ...options,
    url: stateUrl,
    headers: isSameOrigin ? headers : {},
  }).writing(callsOnly)
  const path = basePath === '' ? '/' : ''
  const notes = new Set<string>()
  const active: StateName[] = []
  const failed = new Set<StateName>()
  let failure: string | undefined
  const hookPosts = new Map<PostId, OwnPost>()
  let params: Params = { title: '', content: '' }
  let token = ''

  const call = async (send: Send, state: StateName, action: 'setup' | 'teardown'): Promise<ReceivedReply> => {
    const body = stringifyJson({ consumer, state, params: { ...params }, action })
    const sent = { method: 'POST', path, headers: { 'content-type': 'application/json' }, body }
    const reply = await send(sent).catch((error: Error) => {
      throw new SetUpError(`the state hook did not answer: ${error.message.replace(/\.$/, '')}`)
    })
    if (isSuccess(reply)) return reply
    throw new SetUpError(`the state hook answered ${reply.status} to the ${action} of "${state}"`)
  }

  const endStates = async (): Promise<void> => {
    for (const state of active.splice(0)) {
      // Also after Ctrl-C: only the hook can remove its posts.
      await call(client.uninterrupted().send, state, 'teardown').catch(({ message }) => {
        if (!failed.has(state)) notes.add(`${capitalized(message)}.`)
      })
    }
  }

  const setUp = async (state: StateName, title: string, setup: StateSetup): Promise<StateValues> => {
    active.push(state)
    params = paramsOf(state, title)
    let values: StateValues = {}
    let named: readonly PostId[] = []
    await setup.borrow(async (before) => {
      values = valuesIn(await call(client.send, state, 'setup'))
      named = [values.id, values.other].flatMap((id) => id ?? [])
      if (values.id === undefined) throw answered(state, 'without an "id"')
      const old = named.find((id) => before.has(id) && !hookPosts.has(id))
      if (old !== undefined) throw answered(state, `with post ${old}, which existed before`)
      return named
    })
    for (const post of await postsOfHook(setup, named, title)) {
      setup.own.put(post, 'named')
      hookPosts.set(post.id, post)
    }
    const missing = withoutPost.includes(state) ? undefined : named.find((id) => !hookPosts.has(id))
    if (missing !== undefined) throw answered(state, `with post ${missing}, which the provider does not list`)
    return { title, ...values }
  }

  const noteFailure = (state: StateName) => (error: Error) => {
    failed.add(state)
    if (error instanceof SetUpError)
      failure ??= `${capitalized(error.message)}. Fix the hook, or remove --state-url.`
    throw error
  }

  return {
    get notes() {
      return [...notes]
    },
    get failure() {
      return failure
    },
    async setUp({ states: names }, setup) {
      token = await setup.freeTitle()
      let values: StateValues = {}
      for (const name of names) {
        // A free title needs nothing of the provider.
        const given =
          name === 'a title is free'
            ? states[name](setup)
            : setUp(name, token, setup).catch(noteFailure(name))
        values = { ...values, ...(await given) }
      }
      return values
    },
    async tearDown(setup) {
      await endStates()
      const left = await listed(setup)
      // A post with the run's mark that the hook did not remove stays the run's.
      for (const { id, title } of hookPosts.values())
        if (!left.has(id) || !title.includes(token)) setup.own.forget(id)
      hookPosts.clear()
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

/** States whose post has the title of the request, with the mark of the run. */
const withTitle: readonly StateName[] = [
  'a post with the title exists',
  'a post with words in its title exists',
  'a post with doubles exists',
]

/** States whose id has no post. */
const withoutPost: readonly StateName[] = [
  'a post was deleted',
  'a post before others was deleted',
  'no post has the id',
]

function answered(state: StateName, how: string): SetUpError {
  return new SetUpError(`the state hook answered the setup of "${state}" ${how}`)
}

function capitalized(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}

/** The fields of the post that the hook creates. */
function paramsOf(state: StateName, title: string): Params {
  if (!withTitle.includes(state))
    return { title: 'A post of the state hook', content: `For the state "${state}".` }
  const isInWords = state === 'a post with words in its title exists'
  return { title: isInWords ? titleInWords(title) : title, content: equalContent(title) }
}

function valuesIn({ body }: ReceivedReply): StateValues {
  const given = readBody(body)
  if (!isObject(given)) return {}
  return defined({ id: toPostId(given.id), other: toPostId(given.other) })
}

/** The posts that the hook made: those in its reply, or with the title. They are not in the ledger. */
async function postsOfHook(setup: StateSetup, named: readonly PostId[], title: string): Promise<OwnPost[]> {
  const all = [...(await listed(setup)).values()]
  return all.filter((post) => named.includes(post.id) || post.title.includes(title))
}

async function listed({ send }: StateSetup): Promise<Map<PostId, OwnPost>> {
  const { items } = await readWholeList(send)
  const posts = items.flatMap((item) => asPost(item) ?? [])
  return new Map(posts.map(({ id, title, content }) => [id, { id, title, content }]))
}
