import { Command } from 'commander'
import type { CommandIo } from './io.ts'
import { styled } from './style.ts'

/** A command of the command line. */
export interface CliCommand<Options = unknown> {
  /** Adds its operands and options to a program of Commander. */
  describe(program: Command): void
  /** Command lines with a description. */
  readonly examples: readonly (readonly [line: string, about: string])[]
  /** The text after the options in the help, such as the exit codes. */
  readonly notes?: string
  /**
   * @param options the values of its options, as `describe` defines them.
   * @returns the exit code.
   * @throws UnderstudyError for invalid arguments: its message is printed, and the exit code is 2.
   */
  run(options: Options, io: CommandIo, operands: readonly string[]): Promise<number>
}

/** The flag of the long help. */
export const helpAll = '--help-all'

/** A program that prints to `io`, and throws a CommanderError instead of ending the process. */
export function newProgram(name: string, io: CommandIo): Command {
  return new Command(name)
    .exitOverride()
    .helpOption('-h, --help', 'show this help')
    .allowExcessArguments(false)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 100, 100),
    })
    .configureHelp({ styleTitle: (title) => styled(io, io.stdout, 'bold', title) })
}

/**
 * The program of a command.
 * @param isLong whether the help has every option, in groups.
 */
export function programOf(
  name: string,
  { describe, examples, notes }: Pick<CliCommand, 'describe' | 'examples' | 'notes'>,
  io: CommandIo,
  isLong: boolean,
): Command {
  const program = newProgram(name, io)
  describe(program)
  if (!isLong && program.options.some(({ hidden }) => hidden)) program.option(helpAll, 'show every option')
  for (const option of program.options) {
    if (isLong) option.hideHelp(false)
    else option.helpGroup('Options:')
  }
  const title = styled(io, io.stdout, 'bold', 'Examples:')
  const lines = examples.map(([line, about]) => `  ${line}\n      ${about}`)
  return program.addHelpText('after', [...(notes ? ['', notes] : []), '', title, ...lines].join('\n'))
}
