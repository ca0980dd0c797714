import { validateHeaderName, validateHeaderValue } from 'node:http'
import { UnderstudyError } from '../../../handlers/model/errors.ts'

/** What frames a message, or what the contract itself sends: not for a user to set. */
const ours =
  /^(?:connection|content-length|content-type|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/** Names under which no secret stands. */
const harmless =
  /^(?:accept(?:-.*)?|cache-control|dnt|from|host|origin|pragma|prefer|referer|user-agent|x-request-id|x-correlation-id|traceparent)$/i
const credential = /auth|cookie|credential|key|pass|secret|session|sign|token/i

/** The headers that every request of a run carries, and that no output may show. */
export interface SecretHeaders {
  /** By the names that the user gave them. */
  readonly all: Readonly<Record<string, string>>
  readonly names: readonly string[]
  /** Takes what is secret out of a text, such as one in which a provider repeats what it was sent. */
  redact(text: string): string
}

/**
 * Reads the headers that a user wants sent with every request.
 *
 * @param authorization from the credentials of the base address; a header of that name goes before it.
 * @throws UnderstudyError `OPTION_INVALID`; its message does not show the value.
 */
export function readSecretHeaders(
  headers: Readonly<Record<string, string>>,
  authorization: string | undefined,
): SecretHeaders {
  const given = Object.entries(headers)
  for (const [name, value] of given) check(name, value)
  const named = given.some(([name]) => name.toLowerCase() === 'authorization')
  const all = authorization === undefined || named ? headers : { Authorization: authorization, ...headers }
  const secrets = Object.entries(all).flatMap(([name, value]) => secretsIn(name, value))
  const longestFirst = [...new Set(secrets)].sort((one, other) => other.length - one.length)
  return {
    all,
    names: Object.keys(all),
    redact: (text) =>
      longestFirst.reduce((redacted, secret) => redacted.replaceAll(secret, '[secret]'), text),
  }
}

function check(name: string, value: string): void {
  const fail = (fact: string, nextStep: string) => {
    throw new UnderstudyError('OPTION_INVALID', `Failed to read the header "${name}": ${fact}. ${nextStep}`)
  }
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  } catch {
    fail(
      'its name or value has characters that a header cannot have',
      'Give it as "Name: value", on one line.',
    )
  }
  if (ours.test(name)) fail('it belongs to the connection or to the contract', 'Leave it out.')
}

/** The texts that give a header away: its value, the token behind the scheme, and the password of Basic. */
function secretsIn(name: string, value: string): string[] {
  if (harmless.test(name)) return []
  const [scheme = '', token = ''] = value.split(/\s+(.*)/s)
  const password = /^basic$/i.test(scheme)
    ? Buffer.from(token, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : ''
  // A short value of a header that is no credential ("X-Tenant: posts") is no secret, and may stand anywhere.
  const shortest = credential.test(name) ? 4 : 8
  return [value, token, password].filter((text) => text.length >= shortest)
}
