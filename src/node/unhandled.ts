import { UnderstudyError } from '../../handlers/model/errors.ts'
import type { Audience, Listener } from './listener.ts'

/** A path that looks like one of the posts. */
const nearMiss = /\/posts(?:\/[^/]*)?\/?$/

/**
 * Handles a request that no mock answers, as configured. Returns if the request may go to the network.
 *
 * @param warn called with a sentence, once for each address.
 * @throws UnderstudyError `OUTSIDE_BASE_URL`, `TEST_UNKNOWN`
 */
export function handleUnhandled(
  { method, url: text }: Request,
  { listeners, rivals }: Audience,
  warn: (sentence: string) => void,
): undefined {
  const url = new URL(text)
  if (rivals.some(({ baseUrl }) => baseUrl.split(url)))
    throw new UnderstudyError(
      'TEST_UNKNOWN',
      `Failed to answer ${method} ${url.origin}${url.pathname}: several tests run at the same time, and it cannot be told which of them sent it. Send it from the test itself, not from something that a hook or another test has set up, or run the tests one after the other.`,
    )
  const strict = listeners.filter(({ onUnhandledRequest }) => onUnhandledRequest === 'error')
  const [complaint] = [...strict, ...listeners].flatMap((each) => complaintAbout(method, url, each) ?? [])
  if (complaint === undefined) return undefined
  if (strict.length > 0) throw new UnderstudyError('OUTSIDE_BASE_URL', complaint)
  warn(complaint)
}

/** What to say of a request that is not below a base URL; undefined for nothing. */
export function complaintAbout(
  method: string,
  { origin, pathname }: Pick<URL, 'origin' | 'pathname'>,
  { baseUrl, onUnhandledRequest: policy }: Pick<Listener, 'baseUrl' | 'onUnhandledRequest'>,
): string | undefined {
  const line = `${method} ${origin}${pathname}`
  const fact = `it is not below the base URL "${baseUrl.text}"`
  if (policy === 'error')
    return `Failed to send ${line}: ${fact}. Change \`baseUrl\`, or let it out with \`onUnhandledRequest: 'bypass'\`.`
  if (policy === 'bypass' || !nearMiss.test(pathname)) return undefined
  return `${line} looks like a request for posts and was left to the network: ${fact}. Change \`baseUrl\` if the mock is meant, or silence this with \`onUnhandledRequest: 'bypass'\`.`
}
