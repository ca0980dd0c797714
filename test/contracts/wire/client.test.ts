import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createProviderClient } from '../../../contracts/wire/client.ts'
import { readProviderUrl } from '../../../contracts/wire/provider-url.ts'
import { clientFor, get, write } from '../../support/provider-client.ts'
import { startScriptedServer } from '../../support/scripted-server.ts'

const hello = 'Smørrebrød 🥪'

test.each([
  ['http://127.0.0.1:3000/v1', 'http://127.0.0.1:3000/v1'],
  ['http://127.0.0.1:3000/v1//', 'http://127.0.0.1:3000/v1'],
  ['HTTPS://API.example.com:443/team/v1/', 'https://api.example.com/team/v1'],
  ['http://ann:s%C3%A6cret@[::1]:3000/v1', 'http://[::1]:3000/v1'],
])('reads the address %s as %s', (given, base) => {
  expect(readProviderUrl(given).base).toBe(base)
})

test('sends the credentials of the address and the headers of the user with every request', async () => {
  const server = await startScriptedServer(() => ({}))
  const client = clientFor(server.url.replace('//', '//ann:p%40ss@'), { headers: { 'X-Api-Key': 'k-12345' } })
  await get(client)
  await write(client, 'POST')
  const expected = { authorization: `Basic ${btoa('ann:p@ss')}`, 'x-api-key': 'k-12345' }
  expect(server.requests.map(({ headers }) => headers)).toMatchObject([expected, expected])
  expect(client.url).toBe(server.url)
})

test.each([
  ['content-length', '7'],
  ['Content-Type', 'text/plain'],
  ['Transfer-Encoding', 'chunked'],
  ['a b', 'x'],
  ['x', 'one\r\nInjected: two'],
])('refuses the header %s: %j', (name, value) => {
  const make = () => createProviderClient({ url: 'http://127.0.0.1/v1', headers: { [name]: value } })
  expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
})

test.each([
  ['gzip', gzipSync(hello)],
  ['deflate', deflateSync(hello)],
  ['br', brotliCompressSync(hello)],
])('reads a body in %s', async (encoding, bytes) => {
  const server = await startScriptedServer(() => ({ headers: { 'content-encoding': encoding }, body: bytes }))
  expect((await get(clientFor(server.url))).body).toBe(hello)
  expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip, deflate, br')
})

test('sends no write unless a guard lets it pass', async () => {
  const server = await startScriptedServer(() => ({}))
  const client = createProviderClient({ url: server.url })
  onTestFinished(() => client.close())
  await expect(write(client, 'POST')).rejects.toThrow('only reads')
  await get(client)
  expect(server.lines).toEqual(['GET /v1/posts'])
})
