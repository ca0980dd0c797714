import type { UnderstudyError } from '../../handlers/model/errors.ts'
import { abortable, realTimers } from '../../handlers/model/timers.ts'
import { unavailable } from './page-check.ts'

/** How long a worker may say nothing before its script is looked at, in milliseconds. */
const doubt = 2_000

/**
 * Waits for a worker to begin, and not for ever: the script of somebody else is registered like MSW's, and never answers.
 *
 * @throws UnderstudyError `WORKER_UNAVAILABLE`
 */
export async function unlessSilent(begun: Promise<unknown>, workerUrl: string): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const silence = abortable(doubt, signal, realTimers).done.then(async () => {
    signal.throwIfAborted()
    throw await explainSilence(workerUrl, signal)
  })
  try {
    await Promise.race([begun, silence])
  } finally {
    over.abort()
  }
}

/** How long MSW's own worker may take beyond that, in milliseconds: a machine with other work may be slow. */
const patience = 28_000

/** Says why a worker does not answer: at once where its script is not MSW's, and else when nobody waits any more. */
async function explainSilence(workerUrl: string, signal: AbortSignal): Promise<UnderstudyError> {
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
