import { Option, Command as Program } from 'commander'
import { isUnderstudyError, UnderstudyError } from '../../handlers/model/errors.ts'
import type { Command, CommandIo, CommandOption } from './command.ts'
import { styled } from './style.ts'

/** The flag of an option: `basePath` is `base-path`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

const otherNames: Readonly<Record<string, string>> = { allowOrigins: 'allowOrigin', dataFile: 'data' }

/** The options of the library that a message names, as flags: `basePath` is --base-path. */
export function withFlags(message: string): string {
  return message.replaceAll(/`(\w+)`/g, (_named, name: string) => `--${flagOf(otherNames[name] ?? name)}`)
}

/** The flag of the long help. */
export const helpAll = '--help-all'

/** A Commander program that prints to `io`, and throws a CommanderError instead of ending the process. */
export function emptyProgram(name: string, io: CommandIo): Program {
  return new Program(name)
    .exitOverride()
    .helpOption('-h, --help', 'show this help')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 100, 100),
    })
    .configureHelp({
      styleTitle: (title) => styled(io, io.stdout, 'bold', title),
      optionDescription: ({ description }) => description,
    })
}

/**
 * Makes the Commander program of a command.
 * @param isLong whether the help has every option.
 * @param ended called with the exit code.
 * @throws UnderstudyError `OPTION_INVALID` when its arguments are parsed, naming the flag.
 */
export function programOf(
  name: string,
  command: Command,
  io: CommandIo,
  isLong: boolean,
  ended: (code: number) => void,
): Program {
  const { operands = [], options, notes, examples } = command
  const program = emptyProgram(name, io).allowExcessArguments()
  for (const operand of operands) program.argument(`<${operand.name}>`, operand.about)
  const flags = ['-h', '--help', ...Object.keys(options).map((key) => `--${flagOf(key)}`)]
  for (const [key, { group = 'Options', isRare = false, ...option }] of Object.entries(options))
    program.addOption(
      optionOf(`--${flagOf(key)}`, option, flags)
        .helpGroup(isLong ? `${group}:` : 'Options:')
        .hideHelp(isRare && !isLong),
    )
  if (!isLong && Object.values(options).some(({ isRare }) => isRare))
    program.option(helpAll, 'show every option')
  const lines = examples.map(([line, about]) => `  ${line}\n      ${about}`)
  const title = styled(io, io.stdout, 'bold', 'Examples:')
  program.addHelpText('after', [...(notes ? ['', notes.trim()] : []), '', title, ...lines].join('\n'))
  return program.action(async () => {
    const surplus = program.args[operands.length]
    if (surplus !== undefined) throw unexpected(name, command, surplus)
    ended(await command.run({ options: program.opts(), operands: program.args, io }))
  })
}

/** @param flags all flags of the command: an option that is followed by one has no value. */
function optionOf(
  flag: string,
  { value, about, ...option }: CommandOption<unknown>,
  flags: readonly string[],
): Option {
  if (value === undefined) return new Option(flag, about).default(option.default)
  const { default: standard, defaultText = standard } = option
  const isTold = defaultText !== undefined && defaultText !== '' && !Array.isArray(defaultText)
  return new Option(`${flag} <${value}>`, isTold ? `${about} (default: ${defaultText})` : about)
    .default(standard)
    .argParser((text: string, before: unknown) => {
      // An empty value is an unset variable of the shell.
      if (text === '' || flags.includes(text.replace(/=.*/s, '')))
        throw new UnderstudyError(
          'OPTION_INVALID',
          `Failed to read ${flag}: it has no value. Pass ${flag} <${value}>.`,
        )
      try {
        return option.read(text, before)
      } catch (error) {
        if (isUnderstudyError(error)) throw error
        throw new UnderstudyError('OPTION_INVALID', `Failed to read ${flag}: ${(error as Error).message}`)
      }
    })
}

function unexpected(name: string, { meantBy }: Command, argument: string): UnderstudyError {
  const meant = meantBy?.(argument)
  const nextStep = meant === undefined ? `See posts-understudy ${name} --help.` : `Did you mean ${meant}?`
  const fact = `unexpected argument ${JSON.stringify(argument)}`
  return new UnderstudyError('OPTION_INVALID', `Failed to run ${name}: ${fact}. ${nextStep}`)
}
