import type { ClauseResult, VerifyResult } from '../verify/result.ts'
import { plural } from './layout.ts'

type Reasoned = Pick<ClauseResult, 'clause' | 'verdict' | 'reason'>

/** Why clauses were not judged, where several have the same reason: a sentence for each such reason. */
export function sharedReasons(results: readonly Reasoned[]): ReadonlyMap<string, string> {
  const open = results.filter(({ verdict, reason }) => verdict === 'not judged' && reason !== undefined)
  const groups = [...Map.groupBy(open, ({ reason = '' }) => reason)].filter(([, some]) => some.length > 1)
  return new Map(
    groups.map(([reason, some]) => {
      const names = some.map(({ clause }) => clause).join(', ')
      return [reason, `${plural(some.length, 'clause')} could not be judged: ${names}. ${reason}`]
    }),
  )
}

/** The sentences of {@link sharedReasons}; none where only one example was meant to be run. */
export function sharedReasonsOf({ clauses, mode }: VerifyResult): readonly string[] {
  return mode.only === undefined ? [...sharedReasons(clauses).values()] : []
}
