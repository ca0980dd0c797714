import { Option } from 'commander'
import { isUnderstudyError, UnderstudyError } from '../../handlers/model/errors.ts'

/** A flag without a value. */
export function toggle(flag: string, about: string): Option {
  return new Option(flag, about)
}

/** An option with a text, such as `--host <address>`. */
export function text(flags: string, about: string): Option {
  return value<string>(flags, about, (given) => given)
}

/**
 * An option with a value, such as `--port <number>`.
 * @param read reads the value; gets that of an earlier flag too. It throws an Error with a message that follows
 * "Failed to read --flag: ", or an UnderstudyError.
 */
export function value<Value>(
  flags: string,
  about: string,
  read: (given: string, before: Value | undefined) => Value,
): Option {
  const [flag] = flags.split(' ')
  return new Option(flags, about).argParser((given: string, before: Value | undefined) => {
    // An empty value is an unset variable of the shell.
    if (given === '' || /^--[a-z]/.test(given)) throw invalid(`${flag}: it has no value. Pass ${flags}.`)
    try {
      return read(given, before)
    } catch (error) {
      if (isUnderstudyError(error)) throw error
      throw invalid(`${flag}: ${(error as Error).message}`)
    }
  })
}

function invalid(what: string): UnderstudyError {
  return new UnderstudyError('OPTION_INVALID', `Failed to read ${what}`)
}

/** An option for a file or a folder to write: `--out <file>`. */
export function outputPath(flags: string, about: string): Option {
  return value<string>(flags, about, (path) => {
    if (path !== '-') return path
    throw new Error(`standard output ("-") is not supported. Pass a ${flags.split(/[<>]/)[1]}.`)
  })
}

/** A repeatable text option. */
export function texts(flags: string, about: string): Option {
  return value<readonly string[]>(flags, about, (given, before = []) => [...before, given])
}

/** A whole number within bounds. */
export function wholeNumber(
  flags: string,
  about: string,
  { min, max, usual }: { readonly min: number; readonly max: number; readonly usual?: number },
): Option {
  const option = value<number>(flags, about, (given) => {
    const number = /^-?\d+$/.test(given) ? Number(given) : Number.NaN
    if (number >= min && number <= max) return number
    const from = min === Number.MIN_SAFE_INTEGER ? '' : ` from ${min}`
    const to = max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`
    const example = usual === undefined ? '' : `, such as ${usual}`
    throw new Error(`${JSON.stringify(given)} is not a whole number${from}${to}. Pass one${example}.`)
  })
  return usual === undefined ? option : option.default(usual)
}

/** The options of a library call that a message names, as flags: `basePath` is --base-path. */
export function withFlags(message: string): string {
  const otherNames: Readonly<Record<string, string>> = { allowOrigins: 'allowOrigin', dataFile: 'data' }
  const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return message.replaceAll(/`(\w+)`/g, (_named, name: string) => `--${flagOf(otherNames[name] ?? name)}`)
}
