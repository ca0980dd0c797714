import { validateHeaderName, validateHeaderValue } from 'node:http'
import { UnderstudyError } from '../../handlers/model/errors.ts'

/** Headers of one connection. */
export const ofTheConnection =
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
  const given = Object.entries(headers)
  for (const [name, value] of given) check(name, value)
  const named = given.some(([name]) => name.toLowerCase() === 'authorization')
  return authorization === undefined || named ? headers : { Authorization: authorization, ...headers }
}

function check(name: string, value: string): void {
  const fail = (fact: string, nextStep: string) => {
    throw new UnderstudyError('OPTION_INVALID', `Failed to read the header "${name}": ${fact}. ${nextStep}`)
  }
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  } catch {
    fail('its name or value has invalid characters', 'Give it as "Name: value", on one line.')
  }
  if (ofTheConnection.test(name) || /^content-type$/i.test(name))
    fail('it belongs to the connection or to the contract', 'Remove it.')
}
