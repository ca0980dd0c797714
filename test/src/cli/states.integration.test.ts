import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { deriveContract } from '../../../contracts/pact/contract.ts'
import { pactFileText } from '../../../contracts/pact/pact-file.ts'
import { stateName } from '../../../contracts/scenarios/provider-state.ts'
import { createPostsServer, type PostsServerOptions } from '../../../src/server.ts'
import { startCli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/run-folder.ts'

/** The provider states of the document's contract, by the keys of the interactions. */
const { interactions } = JSON.parse(await pactFileText(await deriveContract()))

async function startStates(url: string, ...more: string[]) {
  const ledger = await temporaryFolder()
  const cli = startCli('states', url, '--port', '0', '--ledger', ledger, '--quiet', ...more)
  const [, address = ''] = await cli.until('stdout', /Provider states: (\S+)/)
  const call = async (action: string, key: string, state = stateName) => {
    const { providerStates } = interactions.find((each: { key: string }) => each.key === key) ?? {}
    const body = JSON.stringify({ action, state, params: providerStates?.[0].params })
    const reply = await fetch(address, { method: 'POST', body })
    return { status: reply.status, text: await reply.text() }
  }
  return { cli, call, ledger }
}

async function served(options: PostsServerOptions) {
  return await createPostsServer({ port: 0, posts: 3, onWarning() {}, ...options })
}

test('a state is set up and torn down: its posts, and one of the request after it, are removed', async () => {
  await using server = await served({ profile: { 'id.assignment': 'beyond-2^53' } })
  const before = server.snapshot()
  const { cli, call } = await startStates(server.url)
  const { text } = await call('setup', 'replace/existing')
  // As exact as the service wrote it.
  const [, id = ''] = /"id":(\d+)/.exec(text) ?? []
  const read = await fetch(`${server.url}/posts/${id}`)
  expect([read.status, id.length]).toEqual([200, 16])
  const [, title = ''] = /"title":"(\w+)"/.exec((await call('setup', 'create/plain')).text) ?? []
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ title: `${title} one`, content: `On ${title}.` })
  expect((await fetch(`${server.url}/posts`, { method: 'POST', headers, body })).status).toBe(201)
  expect(await call('teardown', 'create/plain')).toEqual({ status: 200, text: '{}' })
  expect(server.snapshot().posts).toEqual(before.posts)
  cli.signal('SIGTERM')
  expect(await cli.ended).toBe(0)
})

test('stopped, it removes what it made; killed, its notes stay for a sweep', async () => {
  await using server = await served({})
  const stopped = await startStates(server.url)
  await stopped.call('setup', 'delete/existing')
  stopped.cli.signal('SIGTERM')
  await stopped.cli.ended
  expect([server.snapshot().posts.length, await readdir(stopped.ledger)]).toEqual([3, []])
  const killed = await startStates(server.url)
  await killed.call('setup', 'delete/existing')
  killed.cli.signal('SIGKILL')
  await killed.cli.ended
  const sweep = startCli('verify', server.url, '--sweep', '--ledger', killed.ledger)
  expect(await sweep.ended).toBe(0)
  expect([server.snapshot().posts.length, await readdir(killed.ledger)]).toEqual([3, []])
})

test('an unknown state is refused, and the known one named', async () => {
  await using server = await served({})
  const { cli, call } = await startStates(server.url)
  const unknown = await call('setup', 'read/existing', 'a post exists')
  expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining(stateName)])
  cli.signal('SIGTERM')
  await cli.ended
})
