import { expect, test } from 'vitest'
import { createProviderClient, type ProviderClient } from '../../../contracts/wire/client.ts'
import { ProviderUnreachable } from '../../../contracts/wire/failure.ts'
import { startHostile } from '../../hostile/hostile-provider.ts'
import { allHostile } from '../../hostile/run-hostile.ts'
import { clientFor, get } from '../../support/provider-client.ts'
import { startScriptedServer } from '../../support/scripted-server.ts'

const list = { method: 'GET', path: '/posts', headers: {} }

async function askHostile(name: string, path = '/posts') {
  const provider = allHostile.find((each) => each.name === name)
  if (!provider) throw new Error(`There is no provider ${name}.`)
  await using server = await startHostile(provider)
  const client = createProviderClient({ url: server.url, timeout: 60_000 })
  try {
    return await client.send({ ...list, path })
  } catch (error) {
    if (error instanceof ProviderUnreachable) return error
    throw error
  } finally {
    await client.close()
  }
}

test.each([
  ['gzip-bomb', /expands from [\d,]+ bytes to more than 33,554,432\. Use a provider with fewer/],
  ['body-of-100-mb', /longer than 33,554,432 bytes/],
  ['endless-chunks', /longer than 33,554,432 bytes/],
  ['arrays-100000-deep', /nests deeper than 1,000 levels/],
  ['endless-headers', /or its headers than 16 KB\. Use a provider with fewer or smaller posts/],
])('a reply that is too much is not a reply: %s', async (name, sentence) => {
  const answer = await askHostile(name)
  expect(answer).toMatchObject({ failureReason: 'too-large', message: expect.stringMatching(sentence) })
})

test('a provider whose replies are long is given up, and its posts can still be removed', async () => {
  const server = await startScriptedServer(() => ({ body: 'x'.repeat(20 * 1024 * 1024) }))
  const run = clientFor(server.url)
  const read = async (where: ProviderClient, times: number) => {
    for (let time = 0; time < times; time++) await get(where, '/posts/7')
  }
  await expect(read(run, 15)).rejects.toMatchObject({ failureReason: 'slow' })
  await read(run.uninterrupted, 3)
})
