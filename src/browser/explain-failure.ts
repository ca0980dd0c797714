import { UnderstudyError } from '../../handlers/model/errors.ts'
import { action } from './page-check.ts'

/** Says why a worker did not start: most often its script is missing, and a server gives the app's page instead. */
export async function explainFailure(error: unknown, workerUrl: string): Promise<UnderstudyError> {
  const found = await fetch(workerUrl).catch(() => undefined)
  const isScript = found?.ok && /javascript/.test(found.headers.get('content-type') ?? '')
  if (!isScript) {
    return new UnderstudyError(
      'WORKER_MISSING',
      `${action}: there is no worker script at "${workerUrl}". Run \`npx msw init public/\` (the folder that is served as it is), or say with \`workerUrl\` where it lies.`,
      { cause: error },
    )
  }
  const registration = await navigator.serviceWorker.getRegistration(workerUrl).catch(() => undefined)
  const fact = registration ? (error as Error).message : 'the browser or its user blocks service workers here'
  return new UnderstudyError('WORKER_UNAVAILABLE', `${action}: ${fact}.`, { cause: error })
}
