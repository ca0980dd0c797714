import { Verifier } from '@pact-foundation/pact-core'
import type { VerifierAnswer, VerifyOrder } from './verifier.ts'

// The parent handles Ctrl-C, which the whole process group gets.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (order: VerifyOrder) => {
  void verify(order).then(
    (report) => send({ report }),
    (error: unknown) => send({ failure: error instanceof Error ? error.message : String(error) }),
  )
})

/** Returns Pact's report; after a mismatch it is the message of Pact's error. */
async function verify({ file, providerUrl, stateUrl, timeout }: VerifyOrder): Promise<string> {
  const verifier = new Verifier({
    pactUrls: [file],
    providerBaseUrl: providerUrl,
    providerStatesSetupUrl: stateUrl,
    providerStatesSetupBody: true,
    providerStatesSetupTeardown: true,
    followRedirects: false,
    failIfNoPactsFound: true,
    logLevel: 'error',
    timeout,
  })
  try {
    return await verifier.verify()
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('{')) return error.message
    throw error
  }
}

function send(answer: VerifierAnswer): void {
  process.send?.(answer)
}
