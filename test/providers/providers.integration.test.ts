import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { temporaryFolder } from '../support/ledger-folder.ts'
import { realProviders } from './all.ts'
import { jsonServer } from './json-server.ts'
import { freePort, startProcess } from './provider-process.ts'

/** json-server is small and always asked; the others are heavy and come when they are named. */
const wanted = ['json-server', ...(process.env.UNDERSTUDY_PROVIDERS ?? '').split(',')]
const post = { title: 'Hello', content: 'World' }

test.for(realProviders)(
  '$name answers a create and stops',
  { timeout: 300_000 },
  async (provider, { skip }) => {
    skip(
      !wanted.includes(provider.name) && !wanted.includes('all'),
      `installs ${provider.name}: set UNDERSTUDY_PROVIDERS=all, or its name`,
    )
    const running = await provider.start()
    try {
      const response = await fetch(`${running.url}/posts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(post),
      })
      expect(response.ok).toBe(true)
      // Prism keeps nothing and answers with an example.
      if (provider.name !== 'prism') expect(await response.json()).toMatchObject(post)
    } finally {
      await running.close()
    }
    await expect(fetch(`${running.url}/posts`)).rejects.toThrow()
  },
)

test('two providers of one kind share an installation and nothing else', async () => {
  const [one, other] = await Promise.all([jsonServer.start(), jsonServer.start()])
  try {
    expect(one.url).not.toBe(other.url)
    await fetch(`${one.url}/posts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(post),
    })
    expect(await (await fetch(`${other.url}/posts`)).json()).toEqual([])
  } finally {
    await Promise.all([one.close(), other.close()])
  }
})

test('json-server as it comes is held against its preset, sequences included', async () => {
  const running = await jsonServer.start()
  try {
    const { url } = running
    const ledgerFolder = await temporaryFolder()
    const run = {
      url,
      profile: 'json-server',
      ledgerFolder,
      settle: 300,
      seed: 7,
      budget: 1000,
    } as const
    const { verdict, clauses, choices, sequences, leftovers } = await verifyProvider(run)
    expect(clauses.flatMap(({ findings }) => findings)).toEqual([])
    expect(choices.filter((each) => each.verdict === 'differs')).toEqual([])
    expect(sequences?.differences).toEqual([])
    expect([verdict, leftovers]).toEqual(['held', []])
    expect(await (await fetch(`${url}/posts`)).json()).toEqual([])
  } finally {
    await running.close()
  }
})

test('a provider that ends instead of answering is shown with its last words', async () => {
  const script = `console.error('no database'); process.exit(3)`
  const start = { command: process.execPath, args: ['-e', script], folder: tmpdir() }
  const url = `http://127.0.0.1:${await freePort()}/v1`
  await expect(startProcess('a stack', url, start)).rejects.toThrow(
    /^Failed to start a stack: it ended with 3\..*no database/s,
  )
})

test('closing a provider also ends what it started', { skip: !existsSync('/bin/sh') }, async () => {
  const port = await freePort()
  const script = `require('node:http').createServer((_, reply) => reply.end('here')).listen(${port}, '127.0.0.1')`
  const start = {
    command: '/bin/sh',
    args: ['-c', `"${process.execPath}" -e "${script}" & wait`],
    folder: tmpdir(),
  }
  const url = `http://127.0.0.1:${port}/`
  const close = await startProcess('a stack', url, start)
  expect(await (await fetch(url)).text()).toBe('here')
  await close()
  await expect(fetch(url)).rejects.toThrow()
})
