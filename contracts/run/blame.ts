import { type Exchange, isSuccess } from '../document/exchange.ts'
import { isObject, readBody } from '../document/post-text.ts'
import type { Bench } from '../judge/bench.ts'
import { judgeFailedWrite } from '../judge/failed-write.ts'
import { survey } from '../judge/survey.ts'

/** A write of ours that did not make a provider state true. */
export interface FailedSetUp {
  /** What it was for. */
  readonly matter: string
  readonly exchange: Exchange
  /** Whether the list is not there: then perhaps nothing is, and the address is wrong. */
  readonly isMissing: boolean
}

/** Judges a write that set nothing up: an ordinary one that fails breaks a clause, and so does one that leaves nothing. */
export async function blame(bench: Bench, { matter, exchange, isMissing }: FailedSetUp): Promise<void> {
  bench.open(matter, exchange)
  const { request, reply } = exchange
  const operation = ({ POST: 'create', PUT: 'replace', DELETE: 'delete' } as const)[request.method]
  if (operation === undefined) return
  if (isMissing && [404, 405].includes(reply.status)) bench.withdraw()
  else if (!isSuccess(reply)) judgeFailedWrite(bench, operation, exchange)
  else {
    // It may be there, and not be recognised: then the list tells why.
    await bench.check([], () => survey(bench))
    const sent = readBody(request.body ?? '')
    const isTwin = bench.own.alive.some(
      (post) => isObject(sent) && (post.title === sent.title || post.content === sent.content),
    )
    bench.report({
      clause: isTwin ? 'create.not-idempotent' : 'create.adds',
      about: 'a created post can neither be read nor found in the list',
      expected: request.body ?? '',
      actual: 'no such post',
    })
  }
}
