import { expect, onTestFinished, test } from 'vitest'
import { verifyProvider } from '../../../contracts/verify/verify-provider.ts'
import { startProvider } from '../../provider-set/start.ts'
import { temporaryFolder } from '../../support/ledger-folder.ts'

test('does not hold where the connection is closed instead of one reply', async () => {
  const { url, close } = await startProvider((_provider, correct) => ({
    route: (call) => (call.body.includes('<script>') ? { status: 0 } : correct.route(call)),
    send: (reply, response, call) =>
      reply.status === 0 ? void response.destroy() : correct.send(reply, response, call),
  }))
  onTestFinished(close)
  const { verdict, exitCode, failureReason } = await verifyProvider({
    url,
    ledgerFolder: await temporaryFolder(),
    budget: 0,
  })
  expect({ verdict, exitCode }).toEqual({ verdict: 'not judged', exitCode: 3 })
  expect(failureReason).toMatch(/the connection was closed before a reply came/)
})
