import { parseArgs } from 'node:util'
import { isUnderstudyError, UnderstudyError } from '../../handlers/model/errors.ts'
import { closest } from './closest.ts'
import type { Command, CommandOption } from './command.ts'

/** What stands on the command line behind the name of a command. */
export interface ParsedArguments {
  readonly options: Readonly<Record<string, unknown>>
  readonly operands: readonly string[]
}

/** The flag of an option: `basePath` is `base-path`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/**
 * Reads the options and operands of a command.
 * @throws UnderstudyError `OPTION_INVALID`, naming the flag and, where one is meant, the right one.
 */
export function parseArguments(command: Command, given: readonly string[]): ParsedArguments {
  const known = new Map(
    Object.entries(command.options).map(([name, option]) => [flagOf(name), { name, option }]),
  )
  const config = Array.from(known, ([flag, { option }]) => [
    flag,
    { type: isSwitch(option) ? 'boolean' : 'string' },
  ])
  const { tokens } = parseArgs({
    args: [...given],
    options: Object.fromEntries(config) as Record<string, { type: 'boolean' | 'string' }>,
    // Its own errors name no flag that is meant.
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const options = Object.fromEntries(Array.from(known.values(), ({ name, option }) => [name, option.default]))
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const isNegated = !known.has(token.name) && token.name.startsWith('no-')
    const found = known.get(isNegated ? token.name.slice(3) : token.name)
    if (!found || (isNegated && !isSwitch(found.option)))
      throw unknownFlag(command, token.rawName, [...known.keys()])
    const value = textOf(command, found.option, token.rawName, token.value, token.inlineValue)
    options[found.name] = read(found.option, token.rawName, isNegated ? 'false' : value, options[found.name])
  }
  checkOperands(command, operands)
  return { options, operands }
}

function isSwitch(option: CommandOption<unknown>): boolean {
  return option.value === undefined
}

function textOf(
  command: Command,
  option: CommandOption<unknown>,
  flag: string,
  value: string | undefined,
  isInline: boolean | undefined,
): string {
  if (isSwitch(option)) {
    if (value === undefined) return 'true'
    throw invalid(command, `${flag} takes no value, but got ${JSON.stringify(value)}`, `Pass ${flag} alone.`)
  }
  // What begins with a dash is the next flag, unless it is a number below zero.
  if (value === undefined || (!isInline && /^-(?!\d)./.test(value)))
    throw invalid(command, `${flag} has no value`, `Pass ${flag} <${option.value}>.`)
  return value
}

function read(option: CommandOption<unknown>, flag: string, text: string, before: unknown): unknown {
  try {
    return option.read(text, before)
  } catch (error) {
    if (isUnderstudyError(error)) throw error
    throw new UnderstudyError('OPTION_INVALID', `Failed to read ${flag}: ${(error as Error).message}`)
  }
}

function unknownFlag(command: Command, flag: string, known: readonly string[]): UnderstudyError {
  const meant = closest(flag.replace(/^-+/, ''), known)
  const nextStep = meant === undefined ? helpHint(command) : `Did you mean --${meant}?`
  return invalid(command, `unknown option ${flag}`, nextStep)
}

function checkOperands(command: Command, operands: readonly string[]): void {
  const expected = command.operands ?? []
  const surplus = operands[expected.length]
  if (surplus !== undefined) {
    const meant = command.meantBy?.(surplus)
    const nextStep = meant === undefined ? helpHint(command) : `Did you mean ${meant}?`
    throw invalid(command, `unexpected argument ${JSON.stringify(surplus)}`, nextStep)
  }
  const missing = expected[operands.length]
  if (missing && !missing.optional) throw invalid(command, `<${missing.name}> is missing`, helpHint(command))
}

function helpHint({ name }: Command): string {
  return `See posts-understudy ${name} --help.`
}

function invalid({ name }: Command, fact: string, nextStep: string): UnderstudyError {
  return new UnderstudyError('OPTION_INVALID', `Failed to run ${name}: ${fact}. ${nextStep}`)
}
