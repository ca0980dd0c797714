import { type SequenceOptions, usualBudget } from '../../contracts/verify/verify-options.ts'
import { defined } from '../../handlers/model/defined.ts'
import { seeds } from '../../handlers/model/random.ts'
import type { OptionValues } from './command.ts'
import { wholeNumber } from './options.ts'

/** The options of `verify` for sequences. */
export const sequenceOptions = {
  seed: wholeNumber({
    value: 'number',
    about: 'the seed of the random sequences',
    default: undefined,
    defaultText: 'random, and printed',
    min: 0,
    max: seeds - 1,
  }),
  budget: wholeNumber({
    value: 'seconds',
    about: 'seconds of random sequences after the fixed ones; 0 skips both',
    default: undefined,
    defaultText: `${usualBudget / 1000}`,
    min: 0,
    max: 86_400,
  }),
}

/** The sequence options of a command line. */
export function sequencesOf({ seed, budget }: OptionValues<typeof sequenceOptions>): SequenceOptions {
  return defined({ seed, budget: budget === undefined ? undefined : budget * 1000 })
}
