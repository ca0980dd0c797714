import { checkReplay } from '../../contracts/verify/run-sequences.ts'
import type { SequenceOptions } from '../../contracts/verify/verify-options.ts'
import { usualSequences } from '../../contracts/verify/verify-options.ts'
import { defined } from '../../handlers/model/defined.ts'
import { seeds } from '../../handlers/model/random.ts'
import type { OptionValues } from './command.ts'
import { text, toggle, wholeNumber } from './options.ts'

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
  runs: wholeNumber({
    value: 'number',
    about: 'the most sequences of requests',
    default: usualSequences.runs,
    min: 0,
    max: 1_000_000,
  }),
  budget: wholeNumber({
    value: 'seconds',
    about: 'seconds to spend on random sequences; 0 skips them',
    default: undefined,
    defaultText: '20, or less at a slow provider',
    min: 0,
    max: 86_400,
  }),
  gentle: toggle('create only a few posts at a time'),
}

/** The sequence options of a command line. @throws UnderstudyError `OPTION_INVALID` for a path that cannot be replayed. */
export function sequencesOf(
  options: OptionValues<typeof sequenceOptions> & { readonly readOnly: boolean },
): SequenceOptions {
  const { seed, path, runs, budget, gentle, readOnly } = options
  const sequences = {
    ...defined({ seed, path, budget: budget === undefined ? undefined : budget * 1000 }),
    runs,
    gentle,
  }
  checkReplay({ ...sequences, readOnly })
  return sequences
}
