import type { CommandOption, CommandOptions } from './command.ts'

interface About {
  readonly about: string
  readonly value: string
  readonly defaultText?: string
}

/** A switch, off by default. */
export function toggle(about: string): CommandOption<boolean> {
  return { about, default: false, read: () => true }
}

/** A text option. */
export function text<const Default extends string | undefined>(
  option: About & { readonly default: Default },
): CommandOption<string | Default> {
  return { ...option, read: (given) => given }
}

/** An option for a file or a folder to write. */
export function outputPath<const Default extends string | undefined>(
  option: About & { readonly value: 'file' | 'folder'; readonly default: Default },
): CommandOption<string | Default> {
  return {
    ...option,
    read(given) {
      if (given !== '-') return given
      throw new Error(`standard output ("-") is not supported. Pass a ${option.value}.`)
    },
  }
}

/** A repeatable text option. */
export function texts(option: About): CommandOption<readonly string[]> {
  return { ...option, default: [], read: (given, before) => [...before, given] }
}

/** A whole number within bounds. */
export function wholeNumber<const Default extends number | undefined>(
  option: About & { readonly default: Default; readonly min: number; readonly max: number },
): CommandOption<number | Default> {
  const { min, max } = option
  return {
    ...option,
    read(given) {
      const number = /^-?\d+$/.test(given) ? Number(given) : Number.NaN
      if (number >= min && number <= max) return number
      const from = min === Number.MIN_SAFE_INTEGER ? '' : ` from ${min}`
      const to = max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`
      const example = option.default === undefined ? '' : `, such as ${option.default}`
      throw new Error(`${JSON.stringify(given)} is not a whole number${from}${to}. Pass one${example}.`)
    },
  }
}

/** The same options, which only --help-all shows. */
export function rare<Options extends CommandOptions>(options: Options): Options {
  const named = Object.entries(options).map(([name, option]) => [name, { ...option, isRare: true }])
  return Object.fromEntries(named)
}

/** The same options below a heading in the long help. */
export function grouped<Options extends CommandOptions>(group: string, options: Options): Options {
  const named = Object.entries(options).map(([name, option]) => [name, { ...option, group }])
  return Object.fromEntries(named)
}

/** An option with its own reader. */
export function readBy<Value>(
  option: About & Pick<CommandOption<Value>, 'default' | 'read'>,
): CommandOption<Value> {
  return option
}
