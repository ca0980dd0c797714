import { expect, test } from 'vitest'
import { deriveContract } from '../../../contracts/pact/contract.ts'
import { pactFileText } from '../../../contracts/pact/pact-file.ts'
import { ProviderStates } from '../../../contracts/states.ts'
import { startProvider } from '../../provider-set/start.ts'
import { variations } from '../../provider-set/variations.ts'
import { temporaryFolder } from '../../support/run-folder.ts'

const { interactions } = JSON.parse(await pactFileText(await deriveContract()))

test.each([
  ['gives free ids again', 'ids-lowest-free'],
  ['refuses a replace that changes nothing', 'replace-again-409'],
])('every state can be set up at a service that %s', async (_what, name) => {
  const { change } = variations.find((each) => each.name === name) ?? {}
  await using provider = await startProvider(change)
  const options = { baseUrl: provider.url, settle: 100, ledgerFolder: await temporaryFolder() }
  const states = new ProviderStates(options)
  for (const { providerStates } of interactions)
    expect(await states.setUp(providerStates[0].name, providerStates[0].params)).toHaveProperty('title')
  expect(await states.tearDown()).toEqual([])
})
