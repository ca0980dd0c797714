import { UnderstudyError } from '../../handlers/model/errors.ts'

/** The features of a page that a service worker and the mock need. */
export interface PageFeatures {
  readonly isSecureContext: boolean
  readonly location: { readonly origin: string }
  readonly navigator: { readonly serviceWorker?: unknown }
  readonly Promise: { readonly withResolvers?: unknown }
  readonly JSON: object
  /** Throws if the user blocks storage. */
  readonly localStorage: unknown
}

/** The beginning of the error messages. */
export const action = 'Failed to start the posts service in this page'

/**
 * Checks that a page supports the service worker and the mock.
 *
 * @param warn receives a message if only a part works.
 * @throws UnderstudyError `WORKER_UNAVAILABLE`
 */
export function checkPage(page: PageFeatures, warn: (message: string) => void): void {
  const { origin } = page.location
  if (!page.isSecureContext)
    throw unavailable(
      `${origin} is not a secure context, and only those have service workers. Open it as localhost or by https.`,
    )
  if (!page.navigator.serviceWorker)
    throw unavailable(
      'this browser has no service workers here; private windows and some settings switch them off. Open it in an ordinary window.',
    )
  if (!hasStorage(page))
    throw unavailable(
      'this browser gives the page no storage, without which MSW does not start. Allow cookies and site data for it.',
    )
  if (!page.Promise.withResolvers)
    throw unavailable('this browser is too old. Use Chrome 119, Firefox 121, Safari 17.4 or newer.')
  if (!('rawJSON' in page.JSON))
    warn(
      'This browser has no JSON.rawJSON: ids beyond 2^53 are not exact in it. Chrome 114, Firefox 135, Safari 18.4 and newer have it.',
    )
}

function hasStorage(page: PageFeatures): boolean {
  try {
    return Boolean(page.localStorage)
  } catch {
    return false
  }
}

/** The error for a page that cannot use a service worker. */
export function unavailable(fact: string): UnderstudyError {
  return new UnderstudyError('WORKER_UNAVAILABLE', `${action}: ${fact}`)
}
