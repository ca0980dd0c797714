import { CommanderError } from 'commander'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import type { CommandIo } from './command.ts'
import { commands } from './commands.ts'
import { guardedIo } from './guarded-io.ts'
import { packageVersion } from './package-version.ts'
import { emptyProgram, helpAll, programOf } from './program.ts'
import { say, styled } from './style.ts'

/**
 * Runs a command line.
 * @param given the arguments.
 * @returns the exit code: that of the command; 2 for invalid arguments, 1 for a bug.
 */
export async function runCommandLine(given: readonly string[], bare: CommandIo): Promise<number> {
  const io = guardedIo(bare, given)
  try {
    return await run(given, io)
  } catch (error) {
    const isShown = error instanceof CommanderError && /help|version/i.test(error.code)
    if (isShown) return error.exitCode === 0 ? 0 : 2
    say(io.stderr, styled(io, io.stderr, 'red', complaintOf(error, given, io)))
    return isUnderstudyError(error) || error instanceof CommanderError ? 2 : internalError
  }
}

/** The exit code of an internal error (EX_SOFTWARE of sysexits.h). It says nothing about a provider. */
const internalError = 70

async function run(given: readonly string[], io: CommandIo): Promise<number> {
  let code = 0
  const program = emptyProgram('posts-understudy', io)
    .description('Mocks the v1 posts API and checks that a real service matches it.')
    .version(packageVersion(), '-v, --version', 'show the version')
    .helpCommand('help [command]', 'show the help of a command')
    // What follows a command is its own, -v and -h too.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nExamples:\n  npx posts-understudy serve\n  npx posts-understudy serve --port 0 --data posts.json --watch',
    )
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const ended = (exitCode: number) => (code = exitCode)
    // Only the called command is loaded.
    const command = given.includes(name)
      ? programOf(name, await load(), io, given.includes(helpAll), ended)
      : emptyProgram(name, io)
    program.addCommand(command.summary(summary).description(summary))
  }
  // For an unknown command, `help` of Commander prints the general help and no error.
  const [called, asked = ''] = given
  const isUnknown = called === 'help' && /^[^-]/.test(asked) && !Object.hasOwn(commands, asked)
  const asHelp = given.map((each) => (each === helpAll ? '--help' : each))
  await program.parseAsync(isUnknown ? [asked] : asHelp, { from: 'user' })
  return code
}

function complaintOf(error: unknown, [called = '']: readonly string[], { env }: CommandIo): string {
  if (isUnderstudyError(error)) return error.message
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  if (error instanceof CommanderError) {
    const [fact = '', meant] = message.replace(/^error: /, '').split('\n')
    const isCommand = Object.hasOwn(commands, called)
    const nextStep = meant?.slice(1, -1) ?? `See posts-understudy ${isCommand ? `${called} ` : ''}--help.`
    return `Failed to run ${isCommand ? called : 'posts-understudy'}: ${fact}. ${nextStep}`
  }
  if (env.DEBUG?.includes('posts-understudy')) return stack ?? message
  return `Failed unexpectedly: ${message}. This is a bug in posts-understudy; DEBUG=posts-understudy shows where it is.`
}
