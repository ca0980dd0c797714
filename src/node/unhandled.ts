import { UnderstudyError } from '../../handlers/model/errors.ts'
import { type Audience, type Listener, type UnhandledRequest, unhandledRequests } from './listener.ts'

/**
 * Checks the option `onUnhandledRequest`.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export function checkUnhandledRequest(policy: UnhandledRequest): void {
  if (unhandledRequests.includes(policy)) return
  const allowed = unhandledRequests.map((known) => `"${known}"`).join(', ')
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Failed to set up posts: "onUnhandledRequest" is ${JSON.stringify(policy)}. Give one of ${allowed}.`,
  )
}

/** A path that looks like one of the posts. */
const nearMiss = /\/posts(?:\/[^/]*)?\/?$/

/**
 * Handles a request that no mock answers, as configured. Returns if the request may go to the network.
 *
 * @param warn called with a sentence, once for each address.
 * @throws UnderstudyError `OUTSIDE_BASE_URL`, `TEST_UNKNOWN`
 */
export function handleUnhandled(
  request: Request,
  audience: Audience,
  warn: (sentence: string) => void,
): undefined {
  const url = new URL(request.url)
  const line = `${request.method} ${url.origin}${url.pathname}`
  if (audience.rivals.some(({ baseUrl }) => baseUrl.split(url))) throw testUnknown(line)
  const strictest = audience.listeners.toSorted((one, other) => strictness(other) - strictness(one))[0]
  if (!strictest) return undefined
  const complaint = complaintAbout(line, url, strictest)
  if (complaint?.isRefusal) throw new UnderstudyError('OUTSIDE_BASE_URL', complaint.sentence)
  if (complaint) warn(complaint.sentence)
  return undefined
}

/**
 * The message for a request that is not below a base URL, and whether the request is refused; undefined for no
 * message.
 */
export function complaintAbout(
  line: string,
  { pathname }: Pick<URL, 'pathname'>,
  { baseUrl, onUnhandledRequest: policy }: Pick<Listener, 'baseUrl' | 'onUnhandledRequest'>,
): { isRefusal: boolean; sentence: string } | undefined {
  const fact = `it is not below the base URL "${baseUrl.text}"`
  if (policy === 'error') {
    const sentence = `Failed to send ${line}: ${fact}. Change \`baseUrl\`, or let it out with \`onUnhandledRequest: 'bypass'\`.`
    return { isRefusal: true, sentence }
  }
  if (policy === 'warn') {
    const sentence = `${line} was left to the network: ${fact}. Silence this with \`onUnhandledRequest: 'bypass'\`.`
    return { isRefusal: false, sentence }
  }
  if (policy === 'bypass' || !nearMiss.test(pathname)) return undefined
  const sentence = `${line} looks like a request for posts and was left to the network: ${fact}. Change \`baseUrl\` if the mock is meant, or silence this with \`onUnhandledRequest: 'bypass'\`.`
  return { isRefusal: false, sentence }
}

function strictness({ onUnhandledRequest }: Listener): number {
  return unhandledRequests.indexOf(onUnhandledRequest)
}

function testUnknown(line: string): UnderstudyError {
  return new UnderstudyError(
    'TEST_UNKNOWN',
    `Failed to answer ${line}: several tests run at the same time, and it cannot be told which of them sent it. Send it from the test itself, not from something that a hook or another test has set up, or run the tests one after the other.`,
  )
}
