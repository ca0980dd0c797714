import { expect, test, vi } from 'vitest'
import { deriveContract } from '../../../contracts/pact/contract.ts'
import { pactFileText } from '../../../contracts/pact/pact-file.ts'
import { ProviderStates, providerStates } from '../../../contracts/pact/provider-states.ts'
import { changeOf } from '../../provider-set/change-of.ts'
import { failing, intercepting } from '../../provider-set/changes.ts'
import { startProvider } from '../../provider-set/start.ts'
import { temporaryFolder } from '../../support/run-folder.ts'

const { interactions } = JSON.parse(await pactFileText(await deriveContract()))

test.each([
  ['gives free ids again', 'ids-lowest-free'],
  ['refuses a replace that changes nothing', 'replace-again-409'],
])('every state can be set up at a service that %s', async (_what, name) => {
  await using provider = await startProvider(changeOf(name))
  const options = { url: provider.url, settle: 100, ledgerFolder: await temporaryFolder() }
  const states = new ProviderStates(options)
  for (const {
    providerStates: [state],
  } of interactions)
    expect(await states.setUp(state.name, state.params)).toHaveProperty('title')
  expect(await states.end()).toEqual([])
})

test('after states that took too long, the next one is set up', async () => {
  let gate = Promise.withResolvers<void>()
  await using provider = await startProvider((_provider, correct) => ({
    answer: async (call) => gate.promise.then(() => correct.answer(call)),
  }))
  const states = new ProviderStates({ url: provider.url, ledgerFolder: await temporaryFolder() })
  const [{ name, params }] = interactions[0].providerStates
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  for (const _slow of [1, 2]) {
    gate = Promise.withResolvers()
    const [made, { length }] = [states.setUp(name, params), provider.requests]
    await vi.waitUntil(() => provider.requests.length > length)
    vi.advanceTimersByTime(25_000)
    await expect(made).rejects.toThrow('took longer than 25 s')
    gate.resolve()
    await states.end()
  }
  vi.useRealTimers()
  expect(await states.setUp(name, params)).toHaveProperty('title')
  expect(await states.end()).toEqual([])
})

test('a post that cannot be removed is a warning on the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await using provider = await startProvider(failing('remove', 403))
  const options = { url: provider.url, settle: 100, ledgerFolder: await temporaryFolder() }
  const [handler] = Object.values(providerStates(options))
  const [state] = interactions.at(-1).providerStates
  await handler?.setup(state.params)
  await handler?.teardown()
  const lines = [...provider.provider.posts.keys()].map((id) => `May be left: /posts/${id} "pu`)
  expect(warn.mock.calls.map(([line]) => line)).toEqual(lines.map((line) => expect.stringContaining(line)))
  expect(lines).not.toEqual([])
})

test('a refusal that repeats the credentials is told without them', async () => {
  const echoing = intercepting(({ method, headers }) =>
    method === 'POST' ? { status: 422, body: { got: headers.authorization } } : undefined,
  )
  await using provider = await startProvider(echoing)
  const headers = { Authorization: 'Bearer s3cr3t-t0ken' }
  const ledgerFolder = await temporaryFolder()
  const [handler] = Object.values(providerStates({ url: provider.url, headers, ledgerFolder }))
  const [state] = interactions.at(-1).providerStates
  await expect(handler?.setup(state.params)).rejects.toThrow('answered 422 {"got":"Bearer [secret]"}')
  await handler?.teardown()
})
