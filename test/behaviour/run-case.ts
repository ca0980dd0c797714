import { stringifyJson } from '../../handlers/model/json.ts'
import { parse } from '../provider-set/exact-json.ts'
import { initialPosts, type Reply, type Step, step } from './case.ts'
import type { Adapter } from './hosts/host.ts'

/** The posts of a service by their ids, each as JSON. */
export type Posts = ReadonlyMap<bigint, string>

/** A request as it was sent, its reply, and what the list showed before and after it. */
export interface Performed {
  readonly sent: Step
  readonly reply: Reply
  readonly before: Posts
  readonly after: Posts
}

/** Performs the steps of a case one after the other, from the first posts on. */
export async function* perform(steps: readonly Step[], adapter: Adapter): AsyncGenerator<Performed> {
  await adapter.reset()
  let before = await postsOf(adapter)
  const names: Record<string, bigint> = { missing: 987_654_321n }
  for (const [at, name] of ['first', 'second', 'third'].entries()) {
    const title = JSON.stringify(initialPosts[at]?.title)
    const [id = 0n] = [...before].find(([, post]) => post.includes(`"title":${title}`)) ?? []
    names[name] = id
  }
  for (const each of steps) {
    const asked = named(each, names)
    const sent = { ...asked, headers: { ...asked.headers, ...adapter.adds?.(asked) } }
    const reply = await adapter.send(sent)
    const after = await postsOf(adapter)
    const added = [...after.keys()].find((id) => !before.has(id))
    if (added !== undefined) names.last = added
    yield { sent, reply, before, after }
    before = after
  }
}

/** The posts that the list shows. @throws where it is not a list, or shows an id twice. */
export async function postsOf(adapter: Adapter): Promise<Posts> {
  const { status, text } = await adapter.send(step('GET', '/posts'))
  const listed = parse(text) as { readonly id: bigint }[]
  const posts = new Map(listed.map((post) => [post.id, stringifyJson(post)]))
  if (status !== 200 || posts.size !== listed.length)
    throw new Error(`Expected each post once: the list answers ${status} ${text.slice(0, 300)}`)
  return posts
}

function named(template: Step, names: Readonly<Record<string, bigint>>): Step {
  const fill = (text: string) =>
    text.replace(/<(first|second|third|last|missing)>/g, (_, name) => `${names[name]}`)
  const { path, body } = template
  return { ...template, path: fill(path), body: typeof body === 'string' ? fill(body) : body }
}
