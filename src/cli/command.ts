export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** The environment of a command. */
export interface CommandIo {
  /** For results. */
  readonly stdout: Output
  /** For progress, notes and errors. */
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /**
   * Resolves at the first signal; a second signal exits at once.
   * @param finalNote returns the text to print to stderr then. Default nothing.
   */
  readonly stopped: (finalNote?: () => string) => Promise<void>
  /** Prints GitHub annotations, the only workflow commands that are not escaped. */
  readonly annotate?: (annotations: string) => void
}

/** One option of a command. Its flag is its name in kebab case: `basePath` is `--base-path`. */
export interface CommandOption<Value> {
  /** The description in the help. */
  readonly about: string
  /** The heading above it in the long help. Default "Options". */
  readonly group?: string
  /** Whether only --help-all shows it. Default false. */
  readonly isRare?: boolean
  /** The placeholder of the value in the help, such as `number`; a switch has none. */
  readonly value?: string
  readonly default: Value
  /** The default in the help. Default `String(default)`. */
  readonly defaultText?: string
  /**
   * Reads the value.
   * @param before the default, or the value of an earlier flag.
   * @throws Error with a message that follows "Failed to read --flag: ", or an UnderstudyError.
   */
  read(text: string, before: Value): Value
}

export type CommandOptions = Readonly<Record<string, CommandOption<unknown>>>

/** The values of a command's options. */
export type OptionValues<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends CommandOption<infer Value> ? Value : never
}

/** An argument without a flag, such as a URL. */
export interface Operand {
  readonly name: string
  readonly about: string
}

/** One checked call of a command. */
export interface CommandCall<Options> {
  readonly options: OptionValues<Options>
  readonly operands: readonly string[]
  readonly io: CommandIo
}

/** A command of the command line. */
export interface Command<Options = CommandOptions> {
  readonly operands?: readonly Operand[]
  readonly options: Options
  /** Suggests a flag for an unexpected argument, such as `--port 8080`. */
  readonly meantBy?: (argument: string) => string | undefined
  /** Command lines with a description. */
  readonly examples: readonly (readonly [line: string, about: string])[]
  /** The text after the options in the help, such as the exit codes. */
  readonly notes?: string
  /**
   * @returns the exit code.
   * @throws UnderstudyError for invalid arguments: its message is printed, and the exit code is 2.
   */
  run(call: CommandCall<Options>): Promise<number>
}

/**
 * Declares a command with typed options.
 *
 * @example
 * export const greet = defineCommand({
 *   options: { name: text({ value: 'name', about: 'who is greeted', default: 'you' }) },
 *   examples: [['posts-understudy greet --name Ada', 'says hello to Ada']],
 *   async run({ options, io }) {
 *     io.stdout.write(`Hello ${options.name}\n`)
 *     return 0
 *   },
 * })
 */
export function defineCommand<const Options extends CommandOptions>(command: Command<Options>): Command {
  return command as unknown as Command
}
