import { writeNames } from '../../handlers/endpoints.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { defined } from '../../handlers/model/members.ts'
import type { Finding } from '../judge/finding.ts'
import { examples, isPossible } from '../scenarios/examples.ts'
import { fixedSequences } from '../scenarios/sequences.ts'
import { quoted, secretHeader } from '../wire/curl.ts'
import { onlyReads, type VerifyOptions } from './verify-options.ts'

/** Checks `only`: the key of an example or a sequence. @throws UnderstudyError `OPTION_INVALID` */
export function checkOnly(options: Pick<VerifyOptions, 'only' | 'seed' | 'readOnly' | 'without'>): void {
  const { only, seed } = options
  if (only === undefined) return
  const invalid = (why: string) =>
    new UnderstudyError('OPTION_INVALID', `Failed to run --only ${only}: ${why}`)
  const example = examples.find(({ key }) => key === only)
  if (!example && sequenceNumber(only) === undefined)
    throw invalid('there is no such example. Pass a key of a report, such as replace/existing or sequence/3.')
  const without = onlyReads(options) ? writeNames : options.without
  if (onlyReads(options) && example?.request.method !== 'GET')
    throw invalid('it writes, and the run only reads. Leave one of them out.')
  if (example && !isPossible(example, without ?? []))
    throw invalid('it needs an operation that the run leaves out. Leave one of them out.')
  if (isDrawn(only) && seed === undefined)
    throw invalid('the sequence is random. Pass the --seed of the report too.')
}

export function isExample(key: string): boolean {
  return examples.some((example) => example.key === key)
}

/** The number in the key of a sequence. */
export function sequenceNumber(key: string): number | undefined {
  const digits = /^sequence\/(\d{1,9})$/.exec(key)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Whether a sequence depends on the seed. */
export function isDrawn(key: string): boolean {
  return (sequenceNumber(key) ?? 0) >= fixedSequences.length
}

/**
 * The command that runs a verification again, with secrets as variables such as `"$AUTHORIZATION_HEADER"`.
 *
 * @param url the base address, without credentials.
 */
export function replayCommand(url: string, options: VerifyOptions): string {
  const { headers = {}, without = [], accept = [], clients = [], profile } = options
  const { only, seed, budget, timeout, maxTime } = options
  const { profileName = typeof profile === 'string' ? profile : undefined } = options
  const flags = {
    '--only': only,
    '--seed': seed,
    '--budget': budget === undefined ? undefined : budget / 1000,
    '--read-only': options.readOnly,
    '--insecure': options.insecure,
    '--pact': options.pact,
    '--profile': profileName && quoted(profileName),
    '--settle': options.settle,
    '--timeout': timeout && timeout / 1000,
    '--rate': options.maxRequestsPerSecond,
    '--max-time': maxTime && maxTime / 1000,
  }
  const told = Object.entries(flags).filter(([, value]) => value !== undefined && value !== false)
  return [
    'npx posts-understudy verify',
    quoted(url),
    ...told.map(([flag, value]) => (value === true ? flag : `${flag} ${value}`)),
    ...clients.map(({ name }) => `--client ${quoted(name)}`),
    ...without.map((each) => `--without ${each}`),
    ...accept.map((each) => `--accept ${each}`),
    ...Object.keys(headers).map((name) => `--header ${secretHeader(name)}`),
  ].join(' ')
}

/**
 * The command that shows a finding again: it runs only the example or the sequence, where one shows it alone.
 *
 * @param seed that of the run's random sequences.
 */
export function replayOf({ shownBy }: Finding, url: string, options: VerifyOptions, seed?: number): string {
  const isAlone = isExample(shownBy) || sequenceNumber(shownBy) !== undefined
  if (!isAlone) return replayCommand(url, { ...options, budget: 0 })
  const { seed: _seed, budget: _budget, ...rest } = options
  return replayCommand(url, { ...rest, only: shownBy, ...(isDrawn(shownBy) && defined({ seed })) })
}
