import * as fc from 'fast-check'
import { Drawer } from './drawer.ts'
import type { Play, Plays } from './plays.ts'
import type { SearchOptions } from './search.ts'
import type { Step } from './step.ts'
import type { Waiting } from './waiting.ts'

/** A sequence that shows a fault. */
export interface Failing {
  readonly steps: readonly Step[]
  readonly play: Play
  /** Names it, with the seed. */
  readonly path: string
}

/** Makes a failing sequence as short as it can be, one play after the other. */
export async function shorten(
  plays: Plays,
  waiting: Waiting,
  failing: Failing,
  options: SearchOptions,
): Promise<Failing> {
  const drawer = new Drawer(options)
  const played = new Map<string, Play>()
  const remember = (steps: readonly Step[], play: Play) => {
    // What comes after the step that failed was not played: any sequence that begins so fails so.
    played.set(keyOf(play.findings.length > 0 ? steps.slice(0, play.length) : steps), play)
  }
  const known = (steps: readonly Step[]): Play | undefined => {
    for (let length = 1; length <= steps.length; length++) {
      const play = played.get(keyOf(steps.slice(0, length)))
      if (play && (play.findings.length > 0 || length === steps.length)) return play
    }
    return undefined
  }
  remember(failing.steps, failing.play)
  const property = fc.asyncProperty(drawer.arbitrary, async (steps) => {
    const play = known(steps) ?? (await plays.play(steps, waiting.short()))
    remember(steps, play)
    if (play.findings.length > 0) throw new Error(play.findings[0]?.about)
  })
  const { seed, budget } = options
  const { counterexample, counterexamplePath } = await fc.check(property, {
    seed,
    path: failing.path,
    examples: [[drawer.first]],
    numRuns: 1,
    interruptAfterTimeLimit: budget,
  })
  const [steps] = counterexample ?? []
  const play = steps && known(steps)
  return play && counterexamplePath ? { steps, play, path: counterexamplePath } : failing
}

function keyOf(steps: readonly Step[]): string {
  return JSON.stringify(steps)
}
