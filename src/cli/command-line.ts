import { CommanderError } from 'commander'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import { type CliCommand, helpAll, newProgram, programOf } from './command.ts'
import { guardedIo } from './guarded-io.ts'
import type { CommandIo } from './io.ts'
import { packageVersion } from './package-version.ts'
import { say, styled } from './style.ts'

/** A command by its name. */
export interface NamedCommand {
  /** A few words without a full stop. */
  readonly summary: string
  readonly load: () => Promise<CliCommand>
}

/** Every command, loaded on demand. */
export const commands: Readonly<Record<string, NamedCommand>> = {
  serve: {
    summary: 'serve the mock on a port',
    load: async () => (await import('./serve.ts')).serve as CliCommand,
  },
  contract: {
    summary: 'write Pact files for the document and for a profile',
    load: async () => (await import('./contract.ts')).contract as CliCommand,
  },
  verify: {
    summary: 'check a deployed provider against the interface document',
    load: async () => (await import('./verify.ts')).verify as CliCommand,
  },
  calibrate: {
    summary: "write a deployed provider's profile",
    load: async () => (await import('./calibrate.ts')).calibrate as CliCommand,
  },
  diff: {
    summary: 'list the choices to which two profiles have different answers',
    load: async () => (await import('./diff.ts')).diff as CliCommand,
  },
  openapi: {
    summary: 'write the interface and a profile as OpenAPI 3.1',
    load: async () => (await import('./openapi.ts')).openapi as CliCommand,
  },
}

/** The exit code of an internal error (EX_SOFTWARE of sysexits.h). It says nothing about a provider. */
const internalError = 70

/**
 * Runs a command line.
 * @param given the arguments.
 * @returns the exit code: that of the command; 2 for invalid arguments, 70 for a bug.
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

async function run(given: readonly string[], io: CommandIo): Promise<number> {
  let code = 0
  const program = newProgram('posts-understudy', io)
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
    // Only the called command is loaded.
    const command = given.includes(name) ? await load() : undefined
    const called = command ? programOf(name, command, io, given.includes(helpAll)) : newProgram(name, io)
    called.action(async () => {
      if (command) code = await command.run(called.opts(), io, called.args)
    })
    program.addCommand(called.summary(summary).description(summary))
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
    return `Failed to run ${isCommand ? called : 'posts-understudy'}: ${fact.replace(/\.$/, '')}. ${nextStep}`
  }
  if (env.DEBUG?.includes('posts-understudy')) return stack ?? message
  return `Failed unexpectedly: ${message}. This is a bug in posts-understudy; DEBUG=posts-understudy shows where it is.`
}
