import { quoted, secretHeader } from '../../handlers/model/curl.ts'
import type { VerifyOptions } from './verify-options.ts'

/**
 * The command that runs a verification again, with secrets as variables such as `"$AUTHORIZATION"`.
 *
 * @param url the base address, without credentials.
 * @param flags additional flags of the new run.
 */
export function replayCommand(url: string, options: VerifyOptions, ...flags: readonly string[]): string {
  const { headers = {}, without = [], profile, timeout, maxTime } = options
  const { profileName = typeof profile === 'string' ? profile : undefined } = options
  const toggles = {
    '--read-only': options.readOnly,
    '--insecure': options.insecure,
    '--pact': options.pact,
  }
  const values = {
    '--profile': profileName && quoted(profileName),
    '--settle': options.settle,
    '--timeout': timeout && timeout / 1000,
    '--rate': options.maxRequestsPerSecond,
    '--max-time': maxTime && maxTime / 1000,
  }
  return [
    'npx posts-understudy verify',
    quoted(url),
    ...flags,
    ...Object.entries(toggles).flatMap(([flag, isOn]) => (isOn === true ? [flag] : [])),
    ...Object.entries(values).flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${value}`])),
    ...without.map((each) => `--without ${each}`),
    ...Object.keys(headers).map((name) => `--header ${secretHeader(name)}`),
  ].join(' ')
}
