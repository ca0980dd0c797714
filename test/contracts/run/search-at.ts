import type { RunContext } from '../../../contracts/run/context.ts'
import { RunRecord } from '../../../contracts/run/run-record.ts'
import { runSequence } from '../../../contracts/run/run-sequence.ts'
import {
  type SearchOptions,
  type SearchResult,
  searchSequences,
} from '../../../contracts/run/search-sequences.ts'
import { Visibility, type VisibilityOptions } from '../../../contracts/run/visibility.ts'
import { prelude } from '../../../contracts/scenarios/sequences.ts'
import { realClock } from '../../../contracts/wire/clock.ts'
import { Pace } from '../../../contracts/wire/pace.ts'

type Terms = Pick<RunContext, 'send'> &
  Partial<RunContext & Omit<SearchOptions, 'context'> & Pick<VisibilityOptions, 'settle' | 'isEventual'>>

/** Searches at a service with a context of its own: seed 1, and no limit of time. */
export async function searchAt({
  settle = 300,
  isEventual = false,
  ...options
}: Terms): Promise<SearchResult> {
  const terms = {
    marker: 'pu-search',
    seed: 1,
    budget: 300_000,
    signal: new AbortController().signal,
    clock: realClock,
    pace: new Pace(),
    posts: undefined,
    without: [],
    record: new RunRecord(),
    ...options,
  }
  const context = { ...terms, visibility: new Visibility({ ...terms, settle, isEventual }) }
  if (options.only === undefined) await runSequence(context, prelude.steps)
  return await searchSequences({ ...terms, context })
}
