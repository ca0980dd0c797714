import { checkReplay } from '../../contracts/verify/run-sequences.ts'
import { type SequenceOptions, usualBudget } from '../../contracts/verify/verify-options.ts'
import { defined } from '../../handlers/model/defined.ts'
import { seeds } from '../../handlers/model/random.ts'
import type { OptionValues } from './command.ts'
import { text, wholeNumber } from './options.ts'

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
  path: text({
    value: 'path',
    about: 'replay only the sequence with this path of a report; needs its --seed',
    default: undefined,
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

/** The sequence options of a command line. @throws UnderstudyError `OPTION_INVALID` for a path that cannot be replayed. */
export function sequencesOf(
  options: OptionValues<typeof sequenceOptions> & { readonly readOnly: boolean },
): SequenceOptions {
  const { seed, path, budget, readOnly } = options
  const sequences = defined({ seed, path, budget: budget === undefined ? undefined : budget * 1000 })
  checkReplay({ ...sequences, readOnly })
  return sequences
}
