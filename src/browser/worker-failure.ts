import { UnderstudyError } from '../../handlers/model/errors.ts'
import { abortable, realTimers } from '../../handlers/model/timers.ts'
import { action, unavailable } from './page-check.ts'

/**
 * Explains why a worker did not start: most often its script is missing, and the server returns the page of the app
 * instead.
 */
export async function explainFailure(error: unknown, workerUrl: string): Promise<UnderstudyError> {
  const found = await fetch(workerUrl).catch(() => undefined)
  const isScript = found?.ok && /javascript/.test(found.headers.get('content-type') ?? '')
  if (!isScript) {
    return new UnderstudyError(
      'WORKER_MISSING',
      `${action}: no worker script was found at "${workerUrl}". Run \`npx msw init public/\` (public/ is the folder of static files), or pass its address as \`workerUrl\`.`,
      { cause: error },
    )
  }
  const registration = await navigator.serviceWorker.getRegistration(workerUrl).catch(() => undefined)
  const fact = registration
    ? (error as Error).message
    : 'the browser, or a setting of it, blocks service workers here'
  return new UnderstudyError('WORKER_UNAVAILABLE', `${action}: ${fact}.`, { cause: error })
}

/** The time until the script is checked, in milliseconds. */
const checkAfter = 2_000

/**
 * Waits for the start of a worker, with a time limit: a worker script that is not MSW's never answers.
 *
 * @throws UnderstudyError `WORKER_UNAVAILABLE`
 */
export async function withTimeout(begun: Promise<unknown>, workerUrl: string): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const silence = abortable(checkAfter, signal, realTimers).done.then(async () => {
    signal.throwIfAborted()
    throw await explainSilence(workerUrl, signal)
  })
  try {
    await Promise.race([begun, silence])
  } finally {
    over.abort()
  }
}

/** The further time limit for MSW's worker, in milliseconds, for slow machines. */
const timeout = 28_000

/** Explains why a worker does not answer: immediately if its script is not MSW's, otherwise after a timeout. */
async function explainSilence(workerUrl: string, signal: AbortSignal): Promise<UnderstudyError> {
  if (!(await isOfMsw(workerUrl, signal)))
    return unavailable(
      `the script at "${workerUrl}" is not MSW's, and answers nothing. Run \`npx msw init\` for another folder, and pass its address as \`workerUrl\`.`,
    )
  await abortable(timeout, signal, realTimers).done
  return unavailable(
    `the worker at "${workerUrl}" does not answer. Close the other tabs of this page, and load it again.`,
  )
}

async function isOfMsw(workerUrl: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(workerUrl, { signal })
  return (await response.text()).includes('INTEGRITY_CHECKSUM')
}
