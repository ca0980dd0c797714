import { Command, CommanderError } from 'commander'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import { addCalibrate } from './calibrate.ts'
import { addClient } from './client.ts'
import { addContract } from './contract.ts'
import { addDiff } from './diff.ts'
import { outputFile, packageVersion, unwritable } from './files.ts'
import { type CommandIo, guardedIo, styled } from './io.ts'
import { addOpenapi } from './openapi.ts'
import { addServe } from './serve.ts'
import { addStates } from './states.ts'
import { addVerify } from './verify.ts'

const help = ['-h, --help', 'show this help'] as const

/** The program with every command. A command sets `io.exitCode`, and loads what it needs when it is called. */
export function createProgram(io: CommandIo): Command {
  const program = new Command('posts-understudy')
    .description('Mocks the v1 posts API and checks that a real service matches it.')
    .version(packageVersion(), '-v, --version', 'show the version')
    .helpOption(...help)
    .addHelpText('after', '\nposts-understudy COMMAND --help shows the options of a command.')
    .exitOverride()
    .showHelpAfterError('Add --help to the command to see what it takes.')
    // What follows a command is its own, -v and -h too.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(styled(io.stderr, 'red', text)),
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 80, 80),
    })
    .hook('preAction', (_program, command) => checkValues(command))
  const adds = [addServe, addVerify, addCalibrate, addClient, addContract, addStates, addDiff, addOpenapi]
  for (const add of adds) add(program, io)
  // In the last group of each command.
  for (const command of program.commands) command.helpOption(...help)
  return program
}

/** Refuses an option without a value, as an empty one is an unset variable of the shell, and a file that cannot be written. */
function checkValues(command: Command): void {
  for (const option of command.options) {
    const values: readonly unknown[] = [command.getOptionValue(option.attributeName())].flat()
    const [file] = values
    const problem = option.parseArg === outputFile && file !== undefined ? unwritable(`${file}`) : undefined
    if (problem !== undefined)
      command.error(`error: option '${option.flags}' argument '${file}' is invalid. ${problem}`)
    if (values.some((value) => value === '' || (typeof value === 'string' && value.startsWith('--'))))
      command.error(`error: option '${option.flags}' has no value`)
  }
}

/**
 * Runs a command line.
 * @param given the arguments.
 * @returns the exit code: that of the command; 2 for invalid arguments, 70 for a bug.
 */
export async function runCommandLine(given: readonly string[], bare: CommandIo): Promise<number> {
  const io = guardedIo(bare, given)
  try {
    await createProgram(io).parseAsync(given, { from: 'user' })
    return io.exitCode ?? 0
  } catch (error) {
    // Commander has told why.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const isKnown = isUnderstudyError(error)
    const { message, stack = message } = error as Error
    const text = isKnown ? message : `This is a bug in posts-understudy: ${stack}`
    io.stderr.write(`${styled(io.stderr, 'red', text)}\n`)
    // EX_SOFTWARE of sysexits.h says nothing about a provider.
    return isKnown ? 2 : 70
  }
}
