/** Where a command writes to. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** What a command has of its surroundings. */
export interface CommandIo {
  /** For results. */
  readonly stdout: Output
  /** For progress, notes and errors. */
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /**
   * Settles when the user or the system asks the process to stop; a second time ends it at once.
   * @param lastWords gives what is printed to stderr then. Default nothing.
   */
  readonly stopped: (lastWords?: () => string) => Promise<void>
  /** For annotations of a GitHub step, which nothing else that is printed can become. */
  readonly annotate?: (annotations: string) => void
}

/** One option of a command. Its flag is its name in kebab case: `basePath` is `--base-path`. */
export interface CommandOption<Value> {
  /** What it is for, for the help. */
  readonly about: string
  /** What its value is called in the help, such as `number`; a switch has none. */
  readonly value?: string
  readonly default: Value
  /** How the help tells the default; by default the default itself. */
  readonly defaultText?: string
  /**
   * Reads the text of the flag. @param before the default, or what an earlier flag of this name gave.
   * @throws Error, whose message follows "Failed to read --flag: "; an UnderstudyError is passed on as it is.
   */
  read(text: string, before: Value): Value
}

export type CommandOptions = Readonly<Record<string, CommandOption<unknown>>>

/** What the options of a command come to. */
export type OptionValues<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends CommandOption<infer Value> ? Value : never
}

/** Something that stands on the command line without a flag, such as a URL. */
export interface Operand {
  readonly name: string
  readonly about: string
  /** Default false: the command fails without it. */
  readonly optional?: boolean
}

/** One call of a command, read and checked. */
export interface CommandCall<Options> {
  readonly options: OptionValues<Options>
  readonly operands: readonly string[]
  readonly io: CommandIo
}

/** A command of the command line: plain data, and what it does. */
export interface Command<Options = CommandOptions> {
  readonly operands?: readonly Operand[]
  readonly options: Options
  /** Says which flag was meant by an argument that stands on the command line without one, such as `--port 8080`. */
  readonly meantBy?: (argument: string) => string | undefined
  /** Lines that work when they are pasted, and what each does. */
  readonly examples: readonly (readonly [line: string, about: string])[]
  /** What follows the options in the help, such as the exit codes. */
  readonly notes?: string
  /**
   * @returns the exit code.
   * @throws UnderstudyError for a mistake of the caller: its message is printed, and the exit code is 2.
   */
  run(call: CommandCall<Options>): Promise<number>
}

/**
 * Declares a command, so that `run` knows the types of its options.
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
