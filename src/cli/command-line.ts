import { isUnderstudyError, UnderstudyError } from '../../handlers/model/errors.ts'
import { closest } from './closest.ts'
import type { CommandIo } from './command.ts'
import { commands } from './commands.ts'
import { guardedIo } from './guarded-io.ts'
import { commandHelp, overviewHelp } from './help.ts'
import { packageVersion } from './package-version.ts'
import { parseArguments } from './parse-arguments.ts'
import { styled } from './style.ts'

/**
 * Runs a command line.
 *
 * @param given what follows the name of the program.
 * @returns the exit code: that of the command; 2 for a mistake of the caller, 1 for one of ours.
 */
export async function runCommandLine(given: readonly string[], bare: CommandIo): Promise<number> {
  const io = guardedIo(bare, given)
  try {
    return await dispatch(given, io)
  } catch (error) {
    io.stderr.write(`${styled(io, io.stderr, 'red', complaintOf(error, io))}\n`)
    return isUnderstudyError(error) ? 2 : 1
  }
}

async function dispatch(given: readonly string[], io: CommandIo): Promise<number> {
  const [first, ...others] = given
  const [name, ...rest] = first === 'help' && others.length > 0 ? [...others, '--help'] : given
  const overview = () =>
    overviewHelp(
      Object.entries(commands).map(([command, { summary }]) => [command, summary]),
      io,
      io.stdout,
    )
  if (name === undefined) {
    io.stderr.write(overview())
    return 2
  }
  if (name === '--help' || name === '-h' || name === 'help') return print(overview(), io)
  if (name === '--version' || name === '-v') return print(`${packageVersion()}\n`, io)
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!entry) throw unknownCommand(name)
  const command = await entry.load()
  const end = rest.indexOf('--')
  const flags = end < 0 ? rest : rest.slice(0, end)
  if (flags.includes('--help') || flags.includes('-h')) return print(commandHelp(command, io, io.stdout), io)
  return await command.run({ ...parseArguments(command, rest), io })
}

function print(text: string, { stdout }: CommandIo): number {
  stdout.write(text)
  return 0
}

function unknownCommand(name: string): UnderstudyError {
  const names = Object.keys(commands)
  const isFlag = name.startsWith('-')
  const meant = closest(name, names)
  const nextStep = isFlag
    ? `A command comes first, such as posts-understudy serve ${name}.`
    : meant === undefined
      ? `There are ${names.join(', ')}.`
      : `Did you mean ${meant}?`
  const fact = isFlag ? `${name} stands where a command should` : `unknown command ${JSON.stringify(name)}`
  return new UnderstudyError('OPTION_INVALID', `Failed to run posts-understudy: ${fact}. ${nextStep}`)
}

function complaintOf(error: unknown, { env }: CommandIo): string {
  if (isUnderstudyError(error)) return error.message
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  if (env.DEBUG?.includes('posts-understudy')) return stack ?? message
  return `Failed unexpectedly: ${message}. This is a bug in posts-understudy; DEBUG=posts-understudy shows where it is.`
}
