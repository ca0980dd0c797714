import { parse } from '../provider-set/exact-json.ts'
import { addForeign } from '../provider-set/kept-posts.ts'
import { numbers } from '../provider-set/numbers.ts'
import { type Change, type Post, Refusal, type Reply } from '../provider-set/provider.ts'
import { startProvider } from '../provider-set/start.ts'

/** Numbers from 0 to 1 that a seed draws. */
export function randomFrom(seed: number): () => number {
  const next = numbers(seed)
  return () => next() / 2 ** 32
}

/** What a provider can lie about. It keeps its posts honestly all the time. */
export const lies = [
  'body-id',
  'location',
  'body-without-id',
  'echo-mark',
  'list-omits',
  'list-empty',
  'list-fails',
  'list-swaps-texts',
  'read-shows-latest',
  'read-missing',
  'read-fails',
  'status',
  'write-redirect',
  'others-create',
  'others-reply',
  'ids-reused',
  'lost-reply',
] as const

/** `others-copy` is no lie: somebody else copies each post of the run at once. It is not drawn, but asked for. */
export type Lie = (typeof lies)[number] | 'others-copy'

/** A provider that lies, and remembers every write that reached a post of somebody else. */
export type LyingProvider = Awaited<ReturnType<typeof startLyingProvider>>

/**
 * Starts an honest posts service in memory, with posts of others, that tells lies in its replies.
 *
 * @param told each with how often it is told, from 0 to 1, and from which request on.
 */
export async function startLyingProvider(
  told: ReadonlyMap<Lie, { readonly share: number; readonly from: number }>,
  random: () => number,
) {
  const theirs = new Set<bigint>()
  /** Writes that changed posts which no create of the run has made. */
  const foreignWrites: string[] = []
  let made = 0
  let isHonest = false
  let latest: Post | undefined

  const tells = (lie: Lie) => {
    const { share, from } = told.get(lie) ?? { share: 0, from: 0 }
    return !isHonest && requests.length >= from && random() < share
  }
  const addTheirs = (title: string, content: string) => {
    theirs.add(addForeign(provider, title, content))
    made++
  }
  const aPostOfTheirs = () => {
    const there = [...theirs].filter((id) => provider.posts.has(id))
    return there[Math.floor(random() * there.length)] ?? 1n
  }
  const done = (reply: Reply) => (tells('status') ? { ...reply, status: 500 } : reply)
  const lied = (post: Post): Post =>
    theirs.has(post.id) && tells('echo-mark') && latest ? { ...post, content: latest.title } : post

  const lying: Change = (living, correct) => {
    const noteForeign = (method: string, id: bigint) => {
      if (theirs.has(id) && correct.find(id))
        foreignWrites.push(`${method} /posts/${id} (request ${requests.length})`)
    }
    return {
      nextId: (input) => {
        if (!told.has('ids-reused')) return correct.nextId(input)
        return [...living.posts.keys()].reduce((highest, id) => (id > highest ? id : highest), 0n) + 1n
      },
      readBody: ({ body }) => {
        try {
          return parse(body.toString())
        } catch {
          throw new Refusal(400, 'Send a title and a content.')
        }
      },
      answer: async (call) => {
        if (tells('others-create')) addTheirs(`Their later post ${made}`, 'Written meanwhile.')
        const isChange = call.method === 'PUT' || call.method === 'DELETE'
        if (isChange && /^\/v1\/posts\/-?\d+$/.test(call.path) && tells('write-redirect'))
          return { status: 307, headers: { location: `/v1/posts/${aPostOfTheirs()}` } }
        return correct.answer(call)
      },
      list: () => {
        if (tells('list-fails')) return living.problem(500, 'no list')
        if (tells('list-empty')) return { status: 200, body: [] }
        const omits = tells('list-omits')
        const swaps = tells('list-swaps-texts')
        const shown = correct.all().filter(({ id }) => !omits || !theirs.has(id) || random() < 0.5)
        return {
          status: 200,
          body: shown.map((post) => living.show(swaps && latest ? { ...latest, id: post.id } : lied(post))),
        }
      },
      read: (id) => {
        const post = correct.find(id)
        if (tells('read-fails')) return living.problem(503, 'not now')
        if (tells('read-missing')) return living.missing(id)
        if (tells('read-shows-latest') && latest) return living.found({ ...latest, id })
        return post ? living.found(lied(post)) : living.missing(id)
      },
      create: (input) => {
        const post = living.write(living.nextId(input), input)
        theirs.delete(post.id)
        latest = post
        if (tells('others-reply')) addTheirs(`Re: ${post.title}`, `An answer to ${post.title}`)
        if (told.has('others-copy')) addTheirs(post.title, post.content)
        const wrong = aPostOfTheirs()
        const named = tells('body-id') ? wrong : post.id
        const headers = { location: `/v1/posts/${tells('location') ? wrong : post.id}` }
        const body = tells('body-without-id') ? undefined : living.show({ ...post, id: named })
        return done({ status: 201, headers, body })
      },
      replace: (id, input) => {
        noteForeign('PUT', id)
        if (!correct.find(id)) return living.missing(id)
        latest = living.write(id, input)
        return done(living.found(latest))
      },
      remove: (id) => {
        noteForeign('DELETE', id)
        return correct.find(id) ? done(correct.remove(id)) : living.missing(id)
      },
      send: (reply, response, call) =>
        call.method === 'POST' && tells('lost-reply')
          ? void response.destroy()
          : correct.send(reply, response, call),
    }
  }

  const { url, requests, provider, close } = await startProvider(lying)
  for (let count = 0; count < 3 + Math.floor(random() * 4); count++)
    addTheirs(`Their post ${count}`, 'Written long ago.')
  /** Stops lying: what a run finds that comes later. */
  const becomeHonest = () => {
    isHonest = true
  }
  return { url, requests, foreignWrites, becomeHonest, close }
}
