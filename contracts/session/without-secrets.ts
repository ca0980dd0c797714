import type { ReceivedReply } from '../document/exchange.ts'

/** A reply without the credentials that a provider has echoed. */
export function withoutSecrets(reply: ReceivedReply, redact: (text: string) => string): ReceivedReply {
  const headers = Object.entries(reply.headers).map(([name, value]) => [name, redact(value)])
  return { ...reply, headers: Object.fromEntries(headers), body: redact(reply.body) }
}
