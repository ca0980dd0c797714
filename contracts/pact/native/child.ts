import { Verifier } from '@pact-foundation/pact-core'
import type { VerifierAnswer } from './verify-with-pact.ts'

/*
 * Pact's verifier in a separate process: it prints to stdout from native code, reads its environment and sends
 * telemetry. The arguments are the Pact file, and where Pact sends requests, and below it, to `/states`, what each needs.
 */

const [, , pactFile = '', origin = ''] = process.argv

// The parent handles Ctrl-C, which the whole process group gets; without the parent nothing waits for the answer.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const verifier = new Verifier({
  pactUrls: [pactFile],
  providerBaseUrl: origin,
  providerStatesSetupUrl: `${origin}/states`,
  providerStatesSetupBody: true,
  followRedirects: false,
  failIfNoPactsFound: true,
  logLevel: 'error',
  // Of one reply, in milliseconds: longer than the session waits.
  timeout: 120_000,
})
const answer = await verifier.verify().then(
  (report): VerifierAnswer => ({ report }),
  // After a mismatch the report is the message.
  ({ message }: Error) => (message.startsWith('{') ? { report: message } : { failure: message }),
)
process.send?.(answer, () => process.disconnect())
