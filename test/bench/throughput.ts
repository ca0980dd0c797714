import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { createPostsMock } from '../../src/index.ts'
import { createPostsServer } from '../../src/server.ts'
import { freePort } from '../support/listen.ts'

/*
 * `npm run bench`: our server as a share of raw node:http with the same 100 posts, each in a process, in turn. What is counted
 * is processor time for each request, so the load generator and whatever else runs on the machine are not in it. Then the
 * processor time of what a test suite does for each test, and of the first import.
 */

const rounds = 5
const connections = 16
const perRound = 8000
const body = JSON.stringify({
  title: 'A short post',
  content: 'Sixty characters or so, as a comment on a page may have them.',
})
const tasks = [
  { name: 'GET one', method: 'GET', path: '/posts/7' },
  { name: 'list of 100', method: 'GET', path: '/posts' },
  { name: 'POST', method: 'POST', path: '/posts', body },
] as const
type Task = (typeof tasks)[number]

const [kind, port] = process.argv.slice(2)
if (kind === undefined) {
  await compare()
  await measureMock()
} else await serve(kind, Number(port))

async function compare(): Promise<void> {
  const shares = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++)
    for (const task of tasks) {
      const raw = await measured('raw', task)
      const ours = await measured('ours', task)
      shares.set(task.name, [...(shares.get(task.name) ?? []), raw / ours])
    }
  for (const [name, each] of shares) {
    const [least = 0, , median = 0, , most = 0] = each
      .toSorted((one, other) => one - other)
      .map((share) => Math.round(share * 100))
    process.stdout.write(`${name}: ${median} % of raw node:http (${least} to ${most} in ${rounds} rounds)\n`)
  }
}

async function measureMock(): Promise<void> {
  const mock = createPostsMock()
  const large = createPostsMock({ posts: 1000 })
  await usedFor('createPostsMock() with 25 posts', 500, () => createPostsMock())
  await usedFor('mock.reset(), seen in the collection', 500, () => {
    mock.reset()
    return mock.posts.collection()
  })
  await large.posts.collection()
  await usedFor('DELETE among 1,000 posts', 500, (at) =>
    large.fetch(`https://example.com/v1/posts/${1000 - at}`, { method: 'DELETE' }),
  )
}

/** Tells the processor time of a task of this process, without that of the first runs, which compile it. */
async function usedFor(name: string, times: number, task: (at: number) => unknown): Promise<void> {
  const warm = Math.floor(times / 5)
  let before = process.cpuUsage()
  for (let at = 0; at < times; at++) {
    if (at === warm) before = process.cpuUsage()
    await task(at)
  }
  const { user, system } = process.cpuUsage(before)
  const each = (user + system) / 1000 / (times - warm)
  process.stdout.write(`${name}: ${each.toFixed(2)} ms of processor time\n`)
}

/** Processor time that a server of this kind spends on a request, in microseconds. */
async function measured(kind: 'raw' | 'ours', task: Task): Promise<number> {
  const port = await freePort()
  const server = fork(import.meta.filename, [kind, String(port)])
  try {
    await once(server, 'message')
    await load(port, task, perRound / 4)
    const before = await usedTime(server)
    await load(port, task, perRound)
    return ((await usedTime(server)) - before) / perRound
  } finally {
    server.kill()
    await once(server, 'exit')
  }
}

async function usedTime(server: ChildProcess): Promise<number> {
  server.send('time')
  const [time] = await once(server, 'message')
  return Number(time)
}

async function load(port: number, task: Task, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = count
  const connection = async (): Promise<void> => {
    while (left-- > 0) await send(port, task, agent)
  }
  await Promise.all(Array.from({ length: connections }, connection))
  agent.destroy()
}

function send(port: number, task: Task, agent: Agent): Promise<void> {
  const headers = 'body' in task ? { 'content-type': 'application/json' } : {}
  return new Promise((settle, fail) => {
    const sent = request(
      { port, host: '127.0.0.1', agent, method: task.method, path: `/v1${task.path}`, headers },
      (reply) => {
        if ((reply.statusCode ?? 500) >= 300) fail(new Error(`${task.name} was answered ${reply.statusCode}`))
        reply.resume().on('end', settle)
      },
    )
    sent.on('error', fail).end('body' in task ? task.body : undefined)
  })
}

/** Serves 100 posts in this process, and tells the processor time that it has used, in microseconds. */
async function serve(kind: string, port: number): Promise<void> {
  const options = { posts: 100, seed: 1 }
  if (kind === 'ours') await createPostsServer({ ...options, port })
  else await serveRaw([...createPostsMock(options).posts.list()], port)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.send?.('ready')
}

/** The least that a server of node:http does to answer with the same bodies: no framework, no check. */
async function serveRaw(
  posts: { id: number; title: string; content: string }[],
  port: number,
): Promise<void> {
  const server = createServer((request, response) => {
    const { method, url = '' } = request
    const send = (status: number, value: unknown) => {
      const text = JSON.stringify(value)
      response
        .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text)
    }
    if (method === 'POST') {
      let text = ''
      request.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      request.on('end', () => {
        const post = { id: posts.length + 1, ...JSON.parse(text) }
        posts.push(post)
        send(201, post)
      })
    } else if (url === '/v1/posts') send(200, posts)
    else send(200, posts[Number(url.slice('/v1/posts/'.length)) - 1])
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
}
