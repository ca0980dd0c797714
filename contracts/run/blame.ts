import { type Exchange, isSuccess } from '../document/exchange.ts'
import type { Bench } from '../judge/bench.ts'
import { judgeFailedWrite } from '../judge/failed-write.ts'

/** A write of ours that did not make a provider state true. */
export interface FailedSetUp {
  /** What it was for. */
  readonly matter: string
  readonly exchange: Exchange
  /** Whether the list is not there: then perhaps nothing is, and the address is wrong. */
  readonly isMissing: boolean
}

/** Judges a write that set nothing up: an ordinary one that fails breaks a clause, and so does one that leaves nothing. */
export function blame(bench: Bench, { matter, exchange, isMissing }: FailedSetUp): void {
  bench.open(matter, exchange)
  const { request, reply } = exchange
  const operation = ({ POST: 'create', PUT: 'replace', DELETE: 'delete' } as const)[request.method]
  if (operation === undefined) return
  if (isMissing && [404, 405].includes(reply.status)) bench.withdraw()
  else if (!isSuccess(reply)) judgeFailedWrite(bench, operation, exchange)
  else {
    const about = 'a created post can neither be read nor found in the list'
    bench.report({ clause: 'create.adds', about, expected: request.body ?? '', actual: 'no such post' })
  }
}
