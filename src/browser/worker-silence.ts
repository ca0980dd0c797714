import { abortable, realTimers } from '../../handlers/model/timers.ts'

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
    const { explainSilence } = await import('./explain-silence.ts')
    throw await explainSilence(workerUrl, signal)
  })
  try {
    await Promise.race([begun, silence])
  } finally {
    over.abort()
  }
}
