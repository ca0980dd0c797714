import { quoted, secretHeader } from '../../handlers/model/curl.ts'
import type { VerifyOptions } from './verify-options.ts'

/**
 * The command that runs a verification again, with secrets as variables such as `"$AUTHORIZATION"`.
 *
 * @param url the base address, without credentials.
 * @param flags additional flags of the new run.
 */
export function replayCommand(
  url: string,
  { gentle, insecure, documentOnly, readOnly, headers = {}, without = [], settle }: VerifyOptions,
  ...flags: readonly string[]
): string {
  const toggles = {
    '--document-only': documentOnly,
    '--read-only': readOnly,
    '--gentle': gentle,
    '--insecure': insecure,
  }
  return [
    'npx posts-understudy verify',
    quoted(url),
    ...flags,
    ...Object.entries(toggles).flatMap(([flag, isOn]) => (isOn === true ? [flag] : [])),
    ...(settle === undefined ? [] : [`--settle ${settle}`]),
    ...without.map((each) => `--without ${each}`),
    ...Object.keys(headers).map((name) => `--header ${secretHeader(name)}`),
  ].join(' ')
}
