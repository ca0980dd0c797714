import { expect, test } from 'vitest'
import { withProviderSession } from '../../../contracts/run/provider-session.ts'
import { startScriptedServer } from '../../support/scripted-server.ts'

test('waits as long as a gateway says that the service is not there', async () => {
  let requests = 0
  const { url } = await startScriptedServer(() => ({ status: ++requests < 4 ? 502 : 200, body: [] }))
  await withProviderSession({ url, wait: 60_000, readOnly: true }, async () => {})
  expect(requests).toBeGreaterThanOrEqual(4)
})
