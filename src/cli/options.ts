import { type Command, InvalidArgumentError } from 'commander'
import type { ProviderSessionOptions } from '../../contracts/run/provider-session.ts'
import { readProviderUrl } from '../../contracts/wire/provider-url.ts'
import { defined } from '../../handlers/model/members.ts'

export function wholeNumber(min: number, max: number): (given: string) => number {
  return (given) => {
    const number = /^-?\d+$/.test(given) ? Number(given) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`Pass a whole number from ${min} to ${max}.`)
  }
}

/** Seconds, up to a day, as milliseconds. */
export function seconds(min: number): (given: string) => number {
  const read = wholeNumber(min, 86_400)
  return (given) => read(given) * 1000
}

/** All values of an option that may come more than once. */
export function repeatable<Value>(read: (given: string) => Value) {
  return (given: string, before: readonly Value[] = []): readonly Value[] => [...before, read(given)]
}

export const texts = repeatable((given) => given)

/** The values of the options that {@link addProviderOptions} adds. */
export interface ProviderFlags
  extends Pick<ProviderSessionOptions, 'wait' | 'maxTime' | 'timeout' | 'settle' | 'insecure'> {
  readonly header?: Readonly<Record<string, string>>
  readonly rate?: number
  readonly ledger?: string
  readonly verbose?: boolean
  readonly quiet?: boolean
}

/** Adds the operand and the options of every command that sends requests to a provider. */
export function addProviderOptions(command: Command): Command {
  return command
    .argument('<URL>', "the provider's base address, which ends in /v1")
    .optionsGroup('The service, and limits:')
    .option('--header <name: value>', 'sent with every request; repeatable', readHeader)
    .option('--wait <seconds>', 'how long to wait for a service that starts', seconds(1))
    .option('--insecure', 'accept any certificate')
    .option('--max-time <seconds>', 'end the run after this time (default: 120)', seconds(1))
    .option('--timeout <seconds>', 'how long to wait for a reply (default: 10)', seconds(1))
    .option('--settle <ms>', 'how long writes take to be seen (default: 2000)', wholeNumber(0, 600_000))
    .option('--rate <number>', 'the most requests per second', wholeNumber(1, 100_000))
    .option('--ledger <folder>', 'where created posts are noted, for --sweep')
    .optionsGroup('Output:')
    .option('--verbose', 'print more: every clause, every choice, all notes')
    .option('--quiet', 'print only the report')
}

/**
 * The options as the functions of `contracts/` take them: only those that were given.
 * @throws UnderstudyError `BASE_URL_INVALID`, before anything is printed.
 */
export function reachOf(url: string, flags: ProviderFlags) {
  readProviderUrl(url)
  const { header: headers = {}, insecure = false, settle, rate, ledger, timeout, maxTime, wait } = flags
  const limits = { timeout, maxTime, wait, settle, maxRequestsPerSecond: rate }
  return { url, headers, insecure, ...defined({ ...limits, ledgerFolder: ledger }) }
}

function readHeader(given: string, before: Readonly<Record<string, string>> = {}) {
  const [, name, content] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/.exec(given) ?? []
  if (name === undefined || content === undefined)
    throw new InvalidArgumentError("Pass it in the form 'Name: value'.")
  return { ...before, [name]: content }
}
