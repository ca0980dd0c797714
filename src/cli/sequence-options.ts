import { expectSeed } from '../../contracts/verify/run-sequences.ts'
import type { SequenceOptions } from '../../contracts/verify/verify-options.ts'
import { seeds } from '../../handlers/model/random.ts'
import type { OptionValues } from './command.ts'
import { text, toggle, wholeNumber } from './options.ts'

/** Options of `verify` that say which sequences are run, and how many. */
export const sequenceOptions = {
  seed: wholeNumber({
    value: 'number',
    about: 'what the sequences are drawn from',
    default: undefined,
    defaultText: 'random, and printed',
    min: 0,
    max: seeds - 1,
  }),
  path: text({
    value: 'path',
    about: 'replay one sequence alone, as a report names it beside the seed',
    default: undefined,
  }),
  runs: wholeNumber({
    value: 'number',
    about: 'how many sequences of requests are run at the most',
    default: 400,
    min: 0,
    max: 1_000_000,
  }),
  budget: wholeNumber({
    value: 'seconds',
    about: 'seconds to spend on random sequences; 0 skips them',
    default: 20,
    min: 0,
    max: 86_400,
  }),
  gentle: toggle('never have more than a few posts at the provider'),
}

/** The sequences that a command line asks for. @throws UnderstudyError `OPTION_INVALID` for a path without its seed. */
export function sequencesOf(options: OptionValues<typeof sequenceOptions>): SequenceOptions {
  const { seed, path, runs, budget, gentle } = options
  const replayed = {
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  }
  expectSeed(replayed)
  return { ...replayed, runs, budget: budget * 1000, gentle }
}
