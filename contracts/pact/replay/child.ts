import { Verifier } from '@pact-foundation/pact-core'
import { readNativeReport } from './native-report.ts'
import type { NumberedReports, VerifyOrder, VerifyReports, VerifyRequest } from './verifier-process.ts'

// The parent decides what Ctrl-C means, which reaches the whole group; without a parent there is nothing left to do.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (request: VerifyRequest) => void answer(request))

async function answer({ number, orders, timeout }: VerifyRequest): Promise<void> {
  const reports: VerifyReports['reports'][number][] = []
  try {
    // What Pact reports may be far longer than what is read of it.
    for (const order of orders) reports.push([...readNativeReport(await verify(order, timeout))])
    send({ number, reports })
  } catch (error) {
    send({ number, reports, failure: error instanceof Error ? error.message : String(error) })
  }
}

/** Gives Pact's report. Where anything did not match, Pact rejects, and the message of the error is the report. */
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
