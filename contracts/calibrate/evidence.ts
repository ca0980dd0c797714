import { type Exchange, isSuccess } from '../document/exchange.ts'
import { detached } from '../judge/evidence.ts'

/** What each run has of its own in its texts. */
export const marks = /pu[2-7][a-z2-7]{7}(?:[sw]\d+x)?\d*/g

/** How much of a body is kept as evidence, in characters. */
const longestBody = 500

/** An exchange with the beginnings of its bodies alone, and without posts of others. */
export function briefExchange({ request, reply }: Exchange): Exchange {
  const { body } = request
  const isOurs = request.method !== 'GET' || !isSuccess(reply) || shortened(reply.body).search(marks) >= 0
  return {
    request: body === undefined ? request : { ...request, body: shortened(body) },
    reply: { ...reply, body: isOurs ? shortened(reply.body) : `… (${reply.body.length} characters)` },
  }
}

/** The beginning of a text, without the rest of it in memory. */
export function shortened(text: string): string {
  return text.length > longestBody
    ? detached(`${text.slice(0, longestBody)}… (${text.length} characters)`)
    : text
}
