import { Verifier } from '@pact-foundation/pact-core'
import { readNativeReport } from './native-report.ts'
import type { NumberedReports, VerifyOrder, VerifyReports, VerifyRequest } from './verifier-process.ts'

// The parent handles Ctrl-C, which the whole process group gets.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (request: VerifyRequest) => void answer(request))

async function answer({ number, orders, timeout }: VerifyRequest): Promise<void> {
  const reports: VerifyReports['reports'][number][] = []
  try {
    // Pact's report may be very long.
    for (const order of orders) reports.push([...readNativeReport(await verify(order, timeout))])
    send({ number, reports })
  } catch (error) {
    send({ number, reports, failure: error instanceof Error ? error.message : String(error) })
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

function send(reports: NumberedReports): void {
  process.send?.(reports)
}
