import { beforeAll, expect, test } from 'vitest'
import type { ClientFile } from '../../contracts/client/client-file.ts'
import { measureClient } from '../../contracts/client/measure.ts'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { base, type Client, check, plantedClient } from '../client/clients.ts'
import { runHere } from '../client/run-here.ts'
import { sent } from '../support/sent.ts'
import { isWanted, providerNamed } from './all.ts'

/** The address of a new post, by its reply. */
async function newPost(fetch: typeof globalThis.fetch): Promise<string> {
  const reply = await fetch(`${base}/posts`, sent('POST', { title: 'Tea', content: 'Kenya' }))
  return `${base}/posts/${(await reply.json()).id}`
}

const { 'adds a post': adds, 'shows the new post': shows, 'opens the new post': opens } = plantedClient

/** A client with a reliance in each test. */
const client = {
  adds,
  shows,
  opens,
  async 'deletes with 204'(fetch) {
    check((await fetch(await newPost(fetch), sent('DELETE'))).status === 204, 'not deleted')
  },
  async 'says that a post to delete is missing'(fetch) {
    const url = await newPost(fetch)
    await fetch(url, sent('DELETE'))
    check((await fetch(url, sent('DELETE'))).status === 404, 'deleted')
  },
} as Client

let file: ClientFile

beforeAll(async () => {
  const measured = await measureClient({ command: 'npm test', run: (answers) => runHere(client, answers) })
  expect(measured.failureReason).toBe(undefined)
  file = measured.client
}, 300_000)

test.for(['json-server', 'feathers', 'remult', 'loopback'])(
  'verify --client says of %s what running the client there shows',
  { timeout: 300_000 },
  async (name, { skip }) => {
    skip(name !== 'json-server' && !isWanted(name), 'set UNDERSTUDY_PROVIDERS=all, or its name')
    await using running = await providerNamed(name).start()
    const { url } = running
    const clients = [{ name: 'posts.client.json', client: file }]
    const { clients: [fit] = [] } = await verifyProvider({ url, clients, budget: 0 })
    const told = fit && 'breaks' in fit ? fit.breaks.flatMap(({ tests }) => tests) : []
    const failed: string[] = []
    const there = (input: string | URL | Request, init?: RequestInit) =>
      fetch(String(input).replace(base, url), init)
    for (const [test, run] of Object.entries(client)) await run(there).catch(() => failed.push(test))
    expect([...new Set(told)].sort()).toEqual(failed.sort())
  },
)
