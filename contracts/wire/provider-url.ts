import { validateHeaderName, validateHeaderValue } from 'node:http'
import { decoded } from '../../handlers/http/base-url.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { withoutCredentials } from '../redaction.ts'

/**
 * Reads the base address of a provider: ignores trailing slashes, and makes credentials an Authorization header (RFC 7617).
 *
 * @returns the address without credentials, and their Authorization header.
 * @throws UnderstudyError `BASE_URL_INVALID`; its message shows neither credentials nor a query.
 * @example
 * readProviderUrl('https://ann:secret@api.example.com/v1/').base // 'https://api.example.com/v1'
 */
export function readProviderUrl(text: string): { base: string; authorization: string | undefined } {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw invalid(text, 'it is not an address that begins with http:// or https://')
  const { origin, pathname, username, password, search, hash } = new URL(text)
  if (search !== '' || hash !== '')
    throw invalid(text, 'it has a query or a fragment, which may be a secret: pass a key as a header')
  if (/\/posts\/*$/.test(pathname)) throw invalid(text, 'it ends in /posts')
  const credentials = `${decoded(username)}:${decoded(password)}`
  return {
    base: origin + pathname.replace(/\/+$/, ''),
    authorization: credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  }
}

function invalid(text: string, fact: string): UnderstudyError {
  return new UnderstudyError(
    'BASE_URL_INVALID',
    `Failed to read the provider's address "${withoutCredentials(text)}": ${fact}. Give only the base address, such as "http://127.0.0.1:3000/v1".`,
  )
}

/** Headers of one connection. */
const ofTheConnection =
  /^(?:connection|content-length|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/**
 * The headers of every request of a run.
 *
 * @param authorization from the credentials of the base address; a given Authorization header overrides it.
 * @throws UnderstudyError `OPTION_INVALID`; its message does not show the value.
 */
export function givenHeaders(
  headers: Readonly<Record<string, string>>,
  authorization: string | undefined,
): Readonly<Record<string, string>> {
  const names = Object.keys(headers)
  const refuse = (name: string, problem: string) => {
    throw new UnderstudyError('OPTION_INVALID', `Failed to read the header "${name}": ${problem}`)
  }
  for (const name of names) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, headers[name] ?? '')
    } catch {
      refuse(name, 'its name or value has invalid characters. Give it as "Name: value", on one line.')
    }
    if (ofTheConnection.test(name) || /^content-type$/i.test(name))
      refuse(name, 'it belongs to the connection or to the contract. Remove it.')
  }
  const isNamed = names.some((name) => name.toLowerCase() === 'authorization')
  return authorization === undefined || isNamed ? headers : { Authorization: authorization, ...headers }
}
