import { expect, onTestFinished, test } from 'vitest'
import { WriteGuard } from '../../../contracts/custody/write-guard.ts'
import type { ReceivedReply } from '../../../contracts/scenarios/exchange.ts'
import type { PollUntil } from '../../../contracts/wire/retry.ts'
import { temporaryFolder } from '../../support/run-folder.ts'
import { openTitledLedger } from '../../support/titled-ledger.ts'

/** A guard before a service that holds one post of somebody else, and what was sent to it. */
async function begin(poll?: PollUntil) {
  const ledger = await openTitledLedger({ url: 'http://127.0.0.1:1/v1', folder: await temporaryFolder() })
  onTestFinished(ledger.close)
  /** Why the guard ended the run. */
  const reasons: string[] = []
  const guard = new WriteGuard(ledger.posts, poll, (reason) => reasons.push(reason))
  const sent: string[] = []
  const posts = [{ id: 1, title: 'theirs', content: 'x' }]
  /** Posts that reading still shows, so many times, after they are gone. */
  const late = new Map<string, { post: object; times: number }>()
  const answer = (method: string, path: string, made: object = {}): ReceivedReply => {
    const still = late.get(path)
    const isLate = method === 'GET' && still !== undefined && still.times-- > 0
    const post = isLate ? still.post : posts.find(({ id }) => path === `/posts/${id}`)
    const isBroken = method === 'GET' && path === '/posts' && 'toJSON' in posts
    const status = isBroken ? 500 : path === '/posts' || post ? 200 : 404
    const body = JSON.stringify(method === 'POST' ? made : path === '/posts' ? posts : (post ?? {}))
    if (method !== 'GET') sent.push(`${method} ${path}`)
    return { status, headers: {}, body }
  }
  const send = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    made?: object,
  ) => {
    const request = { method, path, headers, body: body && JSON.stringify(body) }
    return guard.pass(request, async (each) => answer(each.method, each.path, made))
  }
  /** Creates a post of the run, which is shown from then on. @param reply what its create is answered. */
  const create = async (
    id: number,
    { content = 'mine', headers = {}, reply = (_post: object): object => ({}) } = {},
  ) => {
    const post = { id, title: ledger.nextTitle(), content }
    await send('POST', '/posts', { title: post.title, content }, headers, reply(post))
    posts.push(post)
    return post
  }
  return { ledger, guard, posts, late, sent, send, create, reasons }
}

test.each([
  ['DELETE', '/posts/1'],
  ['PUT', '/posts/1'],
  ['PATCH', '/posts/1'],
  ['DELETE', '/posts/01'],
  ['DELETE', '/posts/+1'],
  ['DELETE', '/posts/%31'],
  ['DELETE', '/posts/1/'],
  ['DELETE', '/posts/1?x'],
  ['DELETE', '/posts/7?x'],
  ['DELETE', '/posts/1.0'],
  ['DELETE', '/posts/7,1'],
  ['DELETE', '/posts'],
  ['PUT', '/posts'],
  ['POST', '/posts/1'],
  ['POST', '/posts?_method=delete'],
])('%s %s never leaves', async (method, path) => {
  const { sent, send } = await begin()
  await expect(send(method, path, { title: 'a', content: 'b' })).rejects.toThrow('was not sent')
  expect(sent).toEqual([])
})

test.each([{ id: 1 }, { id: '1' }, { id: 7, data: { id: 1 } }])(
  'a create with %j never leaves',
  async (body) => {
    const { sent, send } = await begin()
    await expect(send('POST', '/posts', body)).rejects.toThrow('was not sent')
    expect(sent).toEqual([])
  },
)

test('a create whose header names another method never leaves', async () => {
  const { send } = await begin()
  await expect(send('POST', '/posts', {}, { 'X-HTTP-Method-Override': 'DELETE' })).rejects.toThrow(
    'was not sent',
  )
})

test('a post that was there and then shows the mark and text of the run is not written to', async () => {
  const { ledger, posts, sent, send } = await begin()
  const title = ledger.nextTitle()
  await send('POST', '/posts', { title, content: 'mine' })
  posts[0] = { id: 1, title, content: 'mine' }
  await expect(send('DELETE', '/posts/1')).rejects.toThrow('is not one of this run')
  expect(sent).toEqual(['POST /posts'])
})

test('a post that was absent, and is read and listed with what was sent, is written to', async () => {
  const { sent, send, create } = await begin()
  const { title } = await create(2)
  await send('PUT', '/posts/2', { title, content: 'mine again' })
  await send('DELETE', '/posts/2')
  expect(sent).toEqual(['POST /posts', 'PUT /posts/2', 'DELETE /posts/2'])
})

test('a post whose content was sent and kept as an object is written to, also under a freed id', async () => {
  const { ledger, posts, sent, send } = await begin()
  const fields = () => ({ title: ledger.nextTitle(), content: { a: 1 } })
  const earlier = fields()
  await send('POST', '/posts', earlier)
  posts.push({ id: 2, ...earlier } as never)
  await send('DELETE', '/posts/2')
  posts.pop()
  const later = fields()
  await send('POST', '/posts', later)
  posts.push({ id: 2, ...later } as never)
  await send('DELETE', '/posts/2')
  expect(sent.filter((line) => line.startsWith('DELETE'))).toHaveLength(2)
})

test('an id that a post of another run had is written to once it shows what a create of this one sent', async () => {
  const { posts, sent, send, create } = await begin()
  posts.push({ id: 2, title: 'pubcdfghjipaco', content: 'of another run' })
  await create(3)
  await expect(send('DELETE', '/posts/2')).rejects.toThrow('was not sent')
  posts.splice(1, 1)
  await create(2, { reply: (post) => post })
  await send('DELETE', '/posts/2')
  expect(sent).toEqual(['POST /posts', 'POST /posts', 'DELETE /posts/2'])
})

test('a create with twenty million blanks leaves', async () => {
  const { ledger, sent, send } = await begin()
  await send('POST', '/posts', { title: ledger.nextTitle(), content: ' '.repeat(20_000_000) })
  expect(sent).toEqual(['POST /posts'])
})

test('where two posts show what was sent once, neither is written to', async () => {
  const { ledger, posts, sent, send } = await begin()
  const copy = { title: ledger.nextTitle(), content: 'mine' }
  await send('POST', '/posts', copy)
  posts.push({ id: 7, ...copy }, { id: 8, ...copy })
  for (const id of [7, 8]) await expect(send('DELETE', `/posts/${id}`)).rejects.toThrow('not one of this run')
  expect(sent).toEqual(['POST /posts'])
})

test('of two posts of one create, as of a proxy that sends it again, the named one is deleted', async () => {
  const { posts, sent, send, create } = await begin()
  const { title, content } = await create(7, { reply: (post) => post })
  posts.push({ id: 8, title, content })
  await send('DELETE', '/posts/7')
  await expect(send('DELETE', '/posts/8')).rejects.toThrow('not one of this run')
  expect(sent).toEqual(['POST /posts', 'DELETE /posts/7'])
})

test('a copy that comes after the post of the run was listed is not written to', async () => {
  const { posts, sent, send, create } = await begin()
  const { title, content } = await create(7)
  await send('PUT', '/posts/7', { title, content })
  posts.push({ id: 8, title, content })
  await expect(send('DELETE', '/posts/8')).rejects.toThrow('was not sent')
  await send('DELETE', '/posts/7')
  expect(sent).toEqual(['POST /posts', 'PUT /posts/7', 'DELETE /posts/7'])
})

type Item = { id: number; title: string; content: string }

test.each([
  ['two posts are made of each', (post: Item) => [post, { ...post, id: post.id + 100 }]],
  ['the list does not show them', () => []],
  ['the list shows other texts', (post: Item) => [{ ...post, title: 'Title' }]],
])('no more than 5 creates leave where %s', async (_what, listed) => {
  const { ledger, posts, send } = await begin()
  const create = async (id: number) => {
    const post = { id, title: ledger.nextTitle(), content: 'mine' }
    await send('POST', '/posts', post, {}, post)
    posts.push(...listed(post))
    await send('GET', '/posts')
  }
  for (let id = 7; id < 12; id++) await create(id)
  await expect(create(12)).rejects.toThrow('5 created posts could not be removed')
})

test('ids of jobs in the replies, also those of posts that the run deleted, do not count as posts', async () => {
  const { posts, sent, send, create } = await begin()
  const createByJob = async (id: number, job: number) => {
    await create(id, { reply: () => ({ id: job }) })
    await send('GET', '/posts')
  }
  const remove = async (id: number) => {
    await send('DELETE', `/posts/${id}`)
    const [mine] = posts.splice(posts.findIndex((post) => post.id === id))
    expect(mine).toMatchObject({ id })
  }
  for (let id = 7; id < 13; id++) {
    await createByJob(id, 1000 + id)
    await remove(id)
  }
  for (let id = 20; id < 30; id++) await createByJob(id, id - 13)
  expect(sent.filter((line) => line === 'POST /posts')).toHaveLength(16)
})

/** Has a guard see a post that is its run's, and another, with which the list fails. */
async function failingList() {
  const service = await begin()
  const { posts, send, create } = service
  await create(7, { reply: (post) => post })
  await send('DELETE', '/posts/7')
  posts.pop()
  await create(8, { reply: (post) => post })
  Object.assign(posts, { toJSON: () => 'no list' })
  return service
}

test('no more than 5 creates leave that name no id where the list fails', async () => {
  const { ledger, send } = await failingList()
  const create = () => send('POST', '/posts', { title: ledger.nextTitle(), content: 'mine' })
  for (let count = 0; count < 4; count++) await create()
  await expect(create()).rejects.toThrow('5 created posts could not be removed')
})

test('a new post with which the list fails is deleted, if reads show it alone', async () => {
  const { sent, send } = await failingList()
  await send('DELETE', '/posts/8')
  expect(sent.at(-1)).toBe('DELETE /posts/8')
})

test('where the list fails, a post that each read shows is not deleted', async () => {
  const { posts, sent, send } = await failingList()
  posts.find = () => posts.at(-1)
  await expect(send('DELETE', '/posts/8')).rejects.toThrow('the list does not show that post')
  expect(sent.at(-1)).toBe('POST /posts')
})

test('where the list fails and others create posts, none that only reads show is deleted', async () => {
  const { ledger, posts, sent, send } = await failingList()
  ledger.posts.sending({ method: 'POST', path: '/posts', headers: {}, body: '' })
  posts.push({ id: 9, title: 'theirs', content: 'x' })
  await send('GET', '/posts/9')
  await expect(send('DELETE', '/posts/8')).rejects.toThrow('the list does not show that post')
  expect(sent.at(-1)).toBe('POST /posts')
})

test.each([
  ['a part of both texts', (title: string) => ({ title: `Re: ${title}`, content: `You wrote ${title}` })],
  ['its content', (title: string) => ({ title: 'theirs too', content: title })],
  ['its title', (title: string) => ({ title, content: 'theirs too' })],
  ['its content, and quotes it', (title: string) => ({ title: `Re: ${title}`, content: title })],
])('a post of somebody else that has a title of the run for %s is not written to', async (_where, fields) => {
  const { ledger, posts, send } = await begin()
  const title = ledger.nextTitle()
  await send('POST', '/posts', { title, content: 'mine' })
  posts.push({ id: 2, ...fields(title) })
  await expect(send('DELETE', '/posts/2')).rejects.toThrow('is not one of this run')
})

test.each([
  ['quotes its title', (title: string) => ({ title: `Who made "${title}"?`, content: 'Please tell me.' })],
  ['begins with it', (title: string) => ({ title: `${title} changed`, content: 'somebody wrote this' })],
  ['has only words of the request', () => ({ title: 'title', content: 'content' })],
  ['has no texts', () => ({ title: '', content: '' })],
  ['has its title as its content', (title: string) => ({ title: 't', content: title })],
])('a post of the run, replaced, is not deleted once its id shows a post that %s', async (_what, theirs) => {
  const { posts, sent, send, create } = await begin()
  const json = { 'content-type': 'application/json' }
  const { title } = await create(2, { headers: json })
  await send('PUT', '/posts/2', { title, content: 'mine again' }, json)
  posts[1] = { id: 2, ...theirs(title) }
  await send('GET', '/posts')
  await expect(send('DELETE', '/posts/2')).rejects.toThrow('was not sent')
  expect(sent).toEqual(['POST /posts', 'PUT /posts/2'])
})

test('a post that kept its content in a replace of its title alone is deleted, and one with another title is not', async () => {
  const { ledger, posts, sent, send } = await begin()
  const [first, second] = [ledger.nextTitle(), ledger.nextTitle()]
  await send('POST', '/posts', { title: first, content: `content of ${first}` })
  posts.push({ id: 2, title: first, content: `content of ${first}` })
  await send('PUT', '/posts/2', { title: '0012', content: `content of ${second}` })
  posts[1] = { id: 2, title: '0012', content: `content of ${first}` }
  await send('GET', '/posts')
  await send('DELETE', '/posts/2')
  expect(sent.at(-1)).toBe('DELETE /posts/2')
  posts[1] = { id: 2, title: '0013', content: `content of ${first}` }
  await send('GET', '/posts')
  await expect(send('DELETE', '/posts/2')).rejects.toThrow('is not one of this run')
})

test('a post that a replace in another media type left without texts is deleted', async () => {
  const { posts, sent, send, create } = await begin()
  const { title } = await create(2)
  await send('PUT', '/posts/2', { title, content: 'mine again' }, { 'content-type': 'text/plain' })
  posts[1] = { id: 2, title: '', content: '' }
  await send('GET', '/posts')
  await send('DELETE', '/posts/2')
  expect(sent.at(-1)).toBe('DELETE /posts/2')
})

/** A service without other posts, which keeps no texts of a create, and says so. */
async function beginBlank() {
  const run = await begin()
  const blank = { id: 2, title: '', content: '' }
  await run.send('GET', '/posts')
  const create = async () => {
    await run.send('POST', '/posts', { title: run.ledger.nextTitle(), content: 'mine' }, {}, blank)
    run.posts.push(blank)
  }
  return { ...run, blank, create }
}

test('a post that is shown without texts, as the reply to its create was, is deleted once', async () => {
  const { posts, blank, sent, send, create } = await beginBlank()
  await create()
  await send('DELETE', '/posts/2')
  posts.pop()
  await send('GET', '/posts/2')
  // That of another client, without texts too.
  posts.push(blank)
  await expect(send('DELETE', '/posts/2')).rejects.toThrow('reading it does not show')
  expect(sent).toEqual(['POST /posts', 'DELETE /posts/2'])
})

test('while others create posts, one without texts is not deleted, whatever the reply to a create showed', async () => {
  const { posts, sent, send, create, ledger } = await beginBlank()
  await send('POST', '/posts', { title: ledger.nextTitle(), content: 'mine' })
  posts.push({ id: 9, title: 'theirs', content: 'new' })
  await send('GET', '/posts')
  await create()
  await expect(send('DELETE', '/posts/2')).rejects.toThrow('reading it does not show')
  expect(sent).toEqual(['POST /posts', 'POST /posts'])
})

test('an id is not free because reading it says so, where the list has shown a post there', async () => {
  const { posts, sent, send, create } = await begin()
  await create(2)
  await send('GET', '/posts')
  posts.pop()
  await expect(send('DELETE', '/posts/2')).rejects.toThrow('reading it does not show')
  expect(sent).toEqual(['POST /posts'])
})

test('a post that the list shows before a read does is written to once the read shows it', async () => {
  let looks = 0
  const poll: PollUntil = async (look) => {
    let found = await look()
    for (; found === undefined && looks < 5; looks++) found = await look()
    return found
  }
  const { posts, sent, send, create } = await begin(poll)
  await create(2)
  await send('GET', '/posts')
  const find = posts.find.bind(posts)
  posts.find = (...given: Parameters<typeof find>) => (looks < 3 ? undefined : find(...given)) as never
  await send('DELETE', '/posts/2')
  expect(sent).toEqual(['POST /posts', 'DELETE /posts/2'])
})

test('an id that no post has is written to', async () => {
  const { sent, send } = await begin()
  await send('DELETE', '/posts/1000003')
  expect(sent).toEqual(['DELETE /posts/1000003'])
})

test('a second DELETE leaves as soon as reading no longer shows what the first has deleted', async () => {
  let looks = 0
  const poll: PollUntil = async (look) => {
    for (let left = 20; left > 0; left--) {
      looks++
      const found = await look()
      if (found !== undefined) return found
    }
    return undefined
  }
  const { posts, late, sent, send, create } = await begin(poll)
  const post = await create(2)
  await send('DELETE', '/posts/2')
  posts.pop()
  late.set('/posts/2', { post, times: 3 })
  await send('DELETE', '/posts/2')
  expect(sent).toEqual(['POST /posts', 'DELETE /posts/2', 'DELETE /posts/2'])
  expect(looks).toBeLessThan(5)
})

test('nothing is created where the list cannot be read', async () => {
  const { sent, send, posts } = await begin()
  Object.assign(posts, { toJSON: () => 'no list' })
  await expect(send('POST', '/posts', { title: 'a', content: 'b' })).rejects.toThrow(
    'the list cannot be read',
  )
  expect(sent).toEqual([])
})

test('a run ends once a list shows more than 20 copies of a post of the run', async () => {
  const { ledger, posts, send, reasons } = await begin()
  const post = { title: ledger.nextTitle(), content: 'mine' }
  await send('POST', '/posts', post)
  for (let id = 2; id < 22; id++) posts.push({ id, ...post })
  await send('GET', '/posts')
  expect(reasons).toEqual([])
  posts.push({ id: 22, ...post })
  await send('GET', '/posts')
  expect(reasons).toEqual([expect.stringContaining('21 posts with texts of this run')])
})

test('no more than 5 creates leave that named posts of earlier ones, as at servers without a common store', async () => {
  const { create } = await begin()
  const named = (id: number) => create(id, { reply: (post) => post })
  for (const id of [2, 3, 4, 5, 6, 2, 3, 4, 5, 6]) await named(id)
  await expect(named(7)).rejects.toThrow('5 created posts could not be removed')
})

test.each([
  ['it shows a title of the run as its content', (title: string) => ({ title: 'theirs', content: title }), 1],
  ['each read shows the latest post of the run', (title: string) => ({ title, content: 'mine' }), undefined],
])('a post of others that a create named and no list shows is not deleted where %s', async (_, shown, id) => {
  const { ledger, posts, sent, send } = await begin()
  posts.pop()
  const post = { title: ledger.nextTitle(), content: 'mine' }
  posts.find = ((isAsked: (post: Item) => boolean) => {
    const each = { id: 1, ...shown(post.title) }
    return id === undefined || isAsked(each) ? each : undefined
  }) as never
  await send('POST', '/posts', post, {}, { id: 1, ...post })
  await expect(send('DELETE', '/posts/1')).rejects.toThrow('the list does not show that post')
  expect(sent).toEqual(['POST /posts'])
})

test('an address that the first list showed is not deleted, whatever a create names and a read shows', async () => {
  const { ledger, posts, sent, send } = await begin()
  const id = 'a-b-c' as never
  posts.push({ id, title: 'theirs', content: 'x' })
  const post = { title: ledger.nextTitle(), content: 'mine' }
  await send('POST', '/posts', post, {}, { id, ...post })
  posts[1] = { id, ...post }
  await expect(send('DELETE', '/posts/a-b-c')).rejects.toThrow('was not sent')
  expect(sent).toEqual(['POST /posts'])
})
