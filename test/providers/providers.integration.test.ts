import { expect, onTestFinished, test } from 'vitest'
import { verifyProvider } from '../../contracts/verify/verify-provider.ts'
import { temporaryFolder } from '../support/ledger-folder.ts'
import { providerNamed, realProviders } from './all.ts'

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
    const { url, [Symbol.asyncDispose]: close } = await provider.start()
    onTestFinished(close)
    const response = await fetch(`${url}/posts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(post),
    })
    expect(response.ok).toBe(true)
    expect(await response.json()).toMatchObject(post)
    await close()
    await expect(fetch(`${url}/posts`)).rejects.toThrow()
  },
)

test('json-server as it comes is held against its preset, sequences included', async () => {
  await using running = await providerNamed('json-server').start()
  const { url } = running
  const ledgerFolder = await temporaryFolder()
  const terms = { profile: 'json-server', settle: 300, seed: 7, budget: 1000 } as const
  const { verdict, clauses, choices, leftovers } = await verifyProvider({ url, ledgerFolder, ...terms })
  expect(clauses.flatMap(({ findings }) => findings)).toEqual([])
  expect(choices.filter((each) => each.verdict === 'differs')).toEqual([])
  expect([verdict, leftovers]).toEqual(['held', []])
  expect(await (await fetch(`${url}/posts`)).json()).toEqual([])
})
