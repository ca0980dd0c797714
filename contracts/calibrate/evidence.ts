import { detached } from '../judge/evidence.ts'
import { type Exchange, isSuccess } from '../spec/exchange.ts'
import { anyMark } from '../spec/marks.ts'

/** In characters. */
const longestBody = 500

/** An exchange with shortened bodies, and without foreign posts. */
export function briefExchange({ request, reply }: Exchange): Exchange {
  const { body } = request
  const isOurs = request.method !== 'GET' || !isSuccess(reply) || shortened(reply.body).search(anyMark) >= 0
  return {
    request: body === undefined ? request : { ...request, body: shortened(body) },
    reply: { ...reply, body: isOurs ? shortened(reply.body) : `… (${reply.body.length} characters)` },
  }
}

/** The beginning of a text, copied. */
export function shortened(text: string): string {
  return text.length > longestBody
    ? detached(`${text.slice(0, longestBody)}… (${text.length} characters)`)
    : text
}
