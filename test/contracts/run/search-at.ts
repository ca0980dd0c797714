import { type SearchOptions, type SearchResult, searchSequences } from '../../../contracts/run/search.ts'
import { type RunnerOptions, SequenceRunner } from '../../../contracts/run/sequence-runner.ts'
import { Waiting, type WaitingOptions } from '../../../contracts/run/waiting.ts'
import { prelude } from '../../../contracts/scenarios/sequences.ts'
import { realClock } from '../../../contracts/wire/clock.ts'
import { Pace } from '../../../contracts/wire/pace.ts'

type Terms = Pick<RunnerOptions, 'send'> &
  Partial<RunnerOptions & Omit<SearchOptions, 'runner'> & Pick<WaitingOptions, 'settle' | 'isEventual'>>

/** Searches at a service with its own runner: seed 1, and no limit of time. */
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
    ...options,
  }
  const waiting = new Waiting({ ...terms, settle, isEventual })
  const runner = new SequenceRunner({ ...terms, waiting })
  if (options.only === undefined) await runner.run(prelude.steps)
  return await searchSequences({ ...terms, runner })
}
