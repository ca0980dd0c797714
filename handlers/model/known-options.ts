import { UnderstudyError } from './errors.ts'

/** The names of all options; an object, so that the compiler misses none. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>

/**
 * Refuses an option that there is not: a mistyped one would change nothing, and nobody would notice.
 *
 * @param task what the options are for, such as `create a posts mock`.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export function refuseUnknownOptions<Options extends object>(
  task: string,
  options: Options,
  names: OptionNames<Options>,
): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  if (unknown === undefined) return
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to ${task}: unknown option "${unknown}". Options: ${Object.keys(names).join(', ')}.`,
  )
}
