import type { UnderstudyError } from '../../handlers/model/errors.ts'
import { abortable, realTimers } from '../../handlers/model/timers.ts'
import { unavailable } from './page-check.ts'

/** How long MSW's own worker may take beyond that, in milliseconds: a machine with other work may be slow. */
const patience = 28_000

/** Says why a worker does not answer: at once where its script is not MSW's, and else when nobody waits any more. */
export async function explainSilence(workerUrl: string, signal: AbortSignal): Promise<UnderstudyError> {
  if (!(await isOfMsw(workerUrl, signal)))
    return unavailable(
      `the script at "${workerUrl}" is not MSW's, and answers nothing. Run \`npx msw init\` for another folder, and say with \`workerUrl\` where it lies.`,
    )
  await abortable(patience, signal, realTimers).done
  return unavailable(
    `the worker at "${workerUrl}" does not answer. Close the other tabs of this page, and load it again.`,
  )
}

async function isOfMsw(workerUrl: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(workerUrl, { signal })
  return (await response.text()).includes('INTEGRITY_CHECKSUM')
}
