import { validateHeaderName, validateHeaderValue } from 'node:http'
import { UnderstudyError } from '../../../handlers/model/errors.ts'

/** What frames a message, or what the contract itself sends: not for a user to set. */
const ours =
  /^(?:connection|content-length|content-type|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/**
 * The headers that every request of a run carries, by the names that the user gave them.
 *
 * @param authorization from the credentials of the base address; a header of that name goes before it.
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
    fail(
      'its name or value has characters that a header cannot have',
      'Give it as "Name: value", on one line.',
    )
  }
  if (ours.test(name)) fail('it belongs to the connection or to the contract', 'Leave it out.')
}
