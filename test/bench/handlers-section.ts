import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { getResponse } from 'msw/utils/get-response'
import { createPostsMock } from '../../src/index.ts'
import type { CheckContextOptions } from './options.ts'
import { compare, median, type Row, rotated } from './row.ts'
import { plainPosts, type SamplePost, sentFields } from './sample-posts.ts'
import { timeLoop } from './time-loop.ts'

const base = 'https://api.example.com/v1'

/** The least that somebody would write: a Map, and nothing that an interface document says beyond it. */
function barestHandlers(count: number): RequestHandler[] {
  const posts = new Map(plainPosts(count).map((post) => [post.id, post]))
  let last = posts.size
  const missing = () => new HttpResponse(null, { status: 404 })
  return [
    http.get(`${base}/posts`, () => HttpResponse.json([...posts.values()])),
    http.get(`${base}/posts/:id`, ({ params }) => {
      const post = posts.get(Number(params.id))
      return post ? HttpResponse.json(post) : missing()
    }),
    http.post(`${base}/posts`, async ({ request }) => {
      const fields = (await request.json()) as Omit<SamplePost, 'id'>
      const post = { ...fields, id: ++last }
      posts.set(post.id, post)
      return HttpResponse.json(post, { status: 201 })
    }),
    http.put(`${base}/posts/:id`, async ({ request, params }) => {
      const id = Number(params.id)
      if (!posts.has(id)) return missing()
      const post = { ...((await request.json()) as Omit<SamplePost, 'id'>), id }
      posts.set(id, post)
      return HttpResponse.json(post)
    }),
    http.delete(`${base}/posts/:id`, ({ params }) =>
      posts.delete(Number(params.id)) ? new HttpResponse(null, { status: 204 }) : missing(),
    ),
  ]
}

const sent = {
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(sentFields),
}

type Answer = (path: string, init?: RequestInit) => Promise<Response | undefined>

const exchanges: readonly { name: string; run: (answer: Answer) => Promise<unknown> }[] = [
  { name: 'GET one', run: async (answer) => (await answer('/posts/7'))?.text() },
  { name: 'list of 100', run: async (answer) => (await answer('/posts'))?.text() },
  { name: 'PUT', run: async (answer) => (await answer('/posts/7', { method: 'PUT', ...sent }))?.text() },
  {
    name: 'POST and DELETE',
    async run(answer) {
      const created = await (await answer('/posts', { method: 'POST', ...sent }))?.json()
      await answer(`/posts/${created.id}`, { method: 'DELETE' })
    },
  },
]

/** Our MSW handlers beside the barest, and `mock.fetch` beside a `fetch` that MSW intercepts. */
export async function handlersSection(options: CheckContextOptions): Promise<Row[]> {
  const mock = createPostsMock({ baseUrl: base, posts: plainPosts(100) })
  const through =
    (handlers: readonly RequestHandler[]): Answer =>
    (path, init) =>
      getResponse([...handlers], new Request(base + path, init))
  const ours = through(mock.handlers)
  const barest = through(barestHandlers(100))
  const direct: Answer = (path, init) => mock.fetch(base + path, init)
  const intercepted: Answer = (path, init) => fetch(base + path, init)
  const rows: Row[] = []
  for (const { name, run } of exchanges) {
    const loops = [() => run(ours), () => run(barest)]
    const [one = [], other = []] = await timeSideBySide(`handlers, ${name}`, loops, options)
    const target = { of: 'ratio', most: 1.25 } as const
    const what = `${name}, getResponse`
    rows.push(
      compare({ section: 'handlers', what, unit: 'µs', ours: one, beside: 'barest', theirs: other, target }),
    )
  }
  const server = setupServer(...mock.handlers)
  server.listen()
  try {
    for (const { name, run } of exchanges) {
      const loops = [() => run(direct), () => run(intercepted)]
      const [one = [], other = []] = await timeSideBySide(`mock.fetch, ${name}`, loops, options)
      // Three times as fast: a third of the time.
      const target = { of: 'ratio', most: 0.333 } as const
      const what = `${name}, mock.fetch`
      rows.push(
        compare({
          section: 'mock.fetch',
          what,
          unit: 'µs',
          ours: one,
          beside: 'setupServer',
          theirs: other,
          target,
        }),
      )
    }
  } finally {
    server.close()
  }
  return rows
}

/** Rounds of loops, each in several short turns: what happens on the machine meanwhile meets all of them. */
async function timeSideBySide(
  what: string,
  loops: readonly (() => Promise<unknown>)[],
  { rounds, loopTime, say }: CheckContextOptions,
): Promise<number[][]> {
  say(what)
  const figures: number[][] = loops.map(() => [])
  for (const run of loops) await timeLoop(loopTime * 5, run)
  for (let round = 0; round < rounds; round++) {
    const turns: number[][] = loops.map(() => [])
    for (let turn = 0; turn < 4; turn++) {
      for (const place of rotated([...loops.keys()], round + turn)) {
        turns[place]?.push(await timeLoop(loopTime / 4, loops[place] as () => Promise<unknown>))
      }
    }
    for (const [place, times] of turns.entries()) figures[place]?.push(median(times))
  }
  return figures
}
