import { writeFile } from 'node:fs/promises'
import { Verifier } from '@pact-foundation/pact-core'
import type { VerifierAnswer, VerifyOrder } from './verifier.ts'

/*
 * Pact's verifier in a separate process: it prints to stdout from native code, reads its environment and sends
 * telemetry. The order is the argument, as JSON.
 */

const { pactFile, answerFile, origin, timeout } = JSON.parse(process.argv[2] ?? '') as VerifyOrder

// The parent handles Ctrl-C, which the whole process group gets; without the parent nothing waits for the answer.
process.on('SIGINT', () => {})
process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL')).resume()

const verifier = new Verifier({
  pactUrls: [pactFile],
  providerBaseUrl: origin,
  providerStatesSetupUrl: `${origin}/states`,
  providerStatesSetupBody: true,
  providerStatesSetupTeardown: true,
  followRedirects: false,
  failIfNoPactsFound: true,
  logLevel: 'error',
  timeout,
})
const answer = await verifier.verify().then(
  (report): VerifierAnswer => ({ report }),
  // After a mismatch the report is the message.
  ({ message }: Error) => (message.startsWith('{') ? { report: message } : { failure: message }),
)
await writeFile(answerFile, JSON.stringify(answer))
process.stdin.destroy()
