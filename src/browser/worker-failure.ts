import { isUnderstudyError, UnderstudyError } from '../../handlers/model/errors.ts'
import { abortable, realTimers } from '../../handlers/model/timers.ts'

/** How long a worker may take to start, in milliseconds: a script that is not MSW's never answers. */
const timeout = 10_000

/**
 * Checks that a page can have a service worker.
 * @throws UnderstudyError `WORKER_UNAVAILABLE`
 */
export function checkPage({ isSecureContext, location, navigator }: typeof globalThis): void {
  if (!isSecureContext || !navigator.serviceWorker)
    throw unavailable(
      `${location.origin} has no service workers here. Open it as localhost or by https, in an ordinary window that permits site data.`,
    )
  if (!Promise.withResolvers)
    throw unavailable('this browser is too old. Use Chrome 119, Firefox 121, Safari 17.4 or newer.')
}

/**
 * Waits for the start of a worker.
 * @throws UnderstudyError `WORKER_MISSING` if the server has no such script, often because it returns the page of the app instead;
 * `WORKER_UNAVAILABLE`
 */
export async function waitForStart(begun: Promise<unknown>, workerUrl: string): Promise<void> {
  const silence = abortable(timeout, undefined, realTimers)
  const failure = silence.done.then(() => {
    throw unavailable(
      `the worker at "${workerUrl}" does not answer. Check that the script is MSW's, close the other tabs of this page, and load it again.`,
    )
  })
  try {
    await Promise.race([begun, failure])
  } catch (error) {
    if (isUnderstudyError(error)) throw error
    const script = await fetch(workerUrl).catch(() => undefined)
    if (script?.ok && /javascript/.test(script.headers.get('content-type') ?? ''))
      throw unavailable(`${(error as Error).message}. Check that the browser does not block service workers.`)
    throw new UnderstudyError(
      'WORKER_MISSING',
      `Failed to start the posts service in this page: no worker script was found at "${workerUrl}". Run \`npx msw init public/\` (public/ is the folder of static files), or pass its address as \`workerUrl\`.`,
      { cause: error },
    )
  } finally {
    failure.catch(() => {})
    silence.release()
  }
}

function unavailable(fact: string): UnderstudyError {
  return new UnderstudyError('WORKER_UNAVAILABLE', `Failed to start the posts service in this page: ${fact}`)
}
