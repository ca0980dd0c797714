import { UnderstudyError } from './errors.ts'

/** The names of all options; an object, so that the compiler requires all. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>

/**
 * Throws for an unknown option, such as a mistyped one.
 *
 * @param task the purpose of the options for the message, such as `create a posts mock`.
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
