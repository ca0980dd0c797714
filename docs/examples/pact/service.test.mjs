import { once } from 'node:events'
import { test } from 'node:test'
import { Verifier } from '@pact-foundation/pact'
import { providerStates } from 'posts-understudy/contracts'
import { createService } from './service.mjs'

test('the service keeps the contract of the interface document', async () => {
  const server = createService().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}/v1`
  try {
    await new Verifier({
      provider: 'posts-service',
      providerBaseUrl: url,
      pactUrls: ['node_modules/posts-understudy/contracts/posts-consumer-posts-service.pact.json'],
      stateHandlers: providerStates({ url }),
      followRedirects: false,
      logLevel: 'error',
    }).verifyProvider()
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
