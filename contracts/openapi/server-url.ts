import { UnderstudyError } from '../../handlers/model/errors.ts'

/**
 * Reads the base address of a service: absolute, or a path from `/` on.
 *
 * @returns the address, without a slash at its end.
 * @throws UnderstudyError `BASE_URL_INVALID`
 */
export function readServerUrl(text: string): string {
  const isPath = /^\/(?!\/)/.test(text)
  if (!isPath && !(/^https?:\/\//i.test(text) && URL.canParse(text)))
    throw invalid(`${JSON.stringify(text)} is no address`)
  const url = new URL(text, 'http://localhost')
  if (url.username !== '' || url.password !== '') throw invalid('it holds a user name or a password')
  if (url.search !== '' || url.hash !== '') throw invalid(`${JSON.stringify(text)} has more than a path`)
  const path = url.pathname.replace(/\/+$/, '')
  if (!path.endsWith('/v1')) {
    throw invalid(`${JSON.stringify(text)} does not end in the segment v1, as the interface document demands`)
  }
  return isPath ? path : url.origin + path
}

function invalid(fact: string): UnderstudyError {
  return new UnderstudyError(
    'BASE_URL_INVALID',
    `Failed to read the server URL: ${fact}. Give one such as "https://api.example.com/v1" or "/v1".`,
  )
}
