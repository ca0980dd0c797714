import { Verifier } from '@pact-foundation/pact-core'
import { type NativeResult, readNativeReport } from './native-report.ts'
import type { NumberedAnswer, VerifyOrder, VerifyRequest } from './verifier-process.ts'

// The parent handles Ctrl-C, which the whole process group gets.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (request: VerifyRequest) => void answer(request))

async function answer({ number, orders, timeout }: VerifyRequest): Promise<void> {
  const verdicts: NativeResult[] = []
  try {
    // Pact's report may be very long.
    for (const order of orders)
      verdicts.push(...readNativeReport(order.contract, await verify(order, timeout)))
    send({ number, verdicts })
  } catch (error) {
    send({ number, verdicts, failure: error instanceof Error ? error.message : String(error) })
  }
}

/** Returns Pact's report; after a mismatch it is the message of Pact's error. */
async function verify({ file, providerUrl, stateUrl }: VerifyOrder, timeout: number): Promise<string> {
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

function send(answer: NumberedAnswer): void {
  process.send?.(answer)
}
