import type { Latency } from '../../handlers/faults/faults.ts'
import type { CommandOption } from './command.ts'
import { readBy } from './options.ts'

/** The option `--latency`: milliseconds, or a range of them. */
export const latencyOption: CommandOption<Latency> = readBy({
  value: 'ms',
  about: 'delay every reply: 100, or a range such as 50-200, drawn from the seed',
  default: 0,
  read(given) {
    const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(given) ?? []
    const [min, max] = [Number(first), Number(last)]
    if (min <= max) return min === max ? min : { min, max }
    throw new Error(
      `${JSON.stringify(given)} is not a latency. Pass milliseconds such as 100, or a range such as 50-200.`,
    )
  },
})
