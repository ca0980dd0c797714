import * as fc from 'fast-check'
import type { ClauseId } from '../clauses.ts'
import { Bench } from '../judge/bench.ts'
import { OwnPosts } from '../own-posts.ts'
import type { Patience } from '../patience.ts'
import { Stage, type StageOptions } from '../stage.ts'
import type { Finding } from '../verify/result.ts'
import { playCrowd } from './crowd.ts'
import { Player } from './player.ts'
import { type Step, sequences } from './step.ts'

/** What {@link searchSequences} takes. */
export interface SearchOptions extends Omit<StageOptions, 'own' | 'patience'> {
  /** What every title of the run has in it. */
  readonly marker: string
  readonly patience: Patience
  /** What the sequences are drawn from. */
  readonly seed: number
  /** Replays one sequence alone, as a result's `path` names it. */
  readonly path?: string
  /** How many sequences at the most. */
  readonly runs: number
  /** How long new sequences are begun, in milliseconds; a failure is still made as short as it can be. */
  readonly budget: number
  readonly signal: AbortSignal
  /** Leaves out the crowd of 101 posts. Default false. */
  readonly gentle?: boolean
}

/** What a search came to. */
export interface SearchResult {
  /** Sequences and steps that were played. */
  readonly sequences: number
  readonly steps: number
  readonly seed: number
  readonly judged: ReadonlySet<ClauseId>
  readonly failure?: SequenceFailure
}

/** The shortest sequence found that shows a fault. */
export interface SequenceFailure {
  readonly steps: readonly Step[]
  /** Replays it, with the seed; empty for the crowd. */
  readonly path: string
  readonly findings: readonly Finding[]
  /** Whether it showed the fault again, with fresh posts: always, or not each time. */
  readonly kind: 'deterministic' | 'flaky'
}

/** How often a failure is played once more before it is called deterministic. */
const confirmations = 2

/**
 * Plays random sequences of the five operations on a provider, and makes the first one that shows a fault as short as
 * it can be (fast-check's shrinking). Each sequence has posts of its own and removes them.
 */
export async function searchSequences(options: SearchOptions): Promise<SearchResult> {
  const judged = new Set<ClauseId>()
  const counts = { sequences: 0, steps: 0 }
  const play = async (steps: readonly Step[]): Promise<readonly Finding[]> => {
    counts.sequences++
    counts.steps += steps.length
    const bench = await inABench(options, counts.sequences, (bench) => new Player(bench).play(steps))
    for (const clause of bench.judged) judged.add(clause)
    return bench.findings
  }
  if (!options.gentle && options.path === undefined) {
    const crowd = await inABench(options, 0, playCrowd)
    for (const clause of crowd.judged) judged.add(clause)
    const { findings } = crowd
    if (findings.length > 0)
      return {
        ...counts,
        seed: options.seed,
        judged,
        failure: { steps: [], path: '', findings, kind: 'deterministic' },
      }
  }
  const deadline = performance.now() + options.budget
  let failing = false
  const property = fc.asyncProperty(sequences, async (steps) => {
    if (options.signal.aborted || (!failing && performance.now() > deadline)) return fc.pre(false)
    const found = await play(steps)
    if (found.length === 0) return
    failing = true
    throw new Error(found[0]?.about)
  })
  const { seed, path, runs, budget } = options
  const details = await fc.check(property, {
    seed,
    numRuns: runs,
    maxSkipsPerRun: 0,
    // Shrinking goes on after the budget, though not for ever.
    interruptAfterTimeLimit: budget * 2,
    ...(path === undefined ? {} : { path }),
  })
  const result = { ...counts, seed, judged }
  const [steps] = details.counterexample ?? []
  if (!steps || !failing) return result
  const again: (readonly Finding[])[] = []
  for (let time = 0; time < confirmations; time++) again.push(await play(steps))
  const findings = again.find((found) => found.length > 0)
  const kind = again.every((found) => found.length > 0) ? 'deterministic' : 'flaky'
  return {
    ...result,
    ...counts,
    failure: { steps, path: details.counterexamplePath ?? '', findings: findings ?? [], kind },
  }
}

/** Plays something with posts of its own, and removes them. */
async function inABench(
  options: SearchOptions,
  number: number,
  play: (bench: Bench) => Promise<void>,
): Promise<Bench> {
  const stage = new Stage({ ...options, own: new OwnPosts() })
  // A mark of its own: other sequences may be under way, and their posts are no strays.
  const bench = new Bench(stage, `${options.marker}~${number}~`, options.patience)
  try {
    await play(bench)
  } finally {
    for (const post of bench.own.alive) await stage.delete(post).catch(() => {})
  }
  return bench
}
