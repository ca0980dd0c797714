import { expect, test } from 'vitest'
import { waitForStart } from '../../../contracts/wire/wait-for-start.ts'
import { startScriptedServer } from '../../support/scripted-server.ts'

test('waits as long as a gateway says that the service is not there', async () => {
  let requests = 0
  const { url } = await startScriptedServer(() => ({
    status: ++requests < 4 ? 502 : 200,
    headers: {},
    body: '[]',
  }))
  await waitForStart({ url }, 60_000)
  expect(requests).toBeGreaterThanOrEqual(4)
})
