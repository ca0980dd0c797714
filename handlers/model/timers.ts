export interface Timers {
  readonly setTimeout: (callback: () => void, milliseconds: number) => unknown
  readonly clearTimeout: (timer: never) => void
}

/**
 * The timers of the environment, taken when this module loads: a test that puts in fake ones does not make the mock
 * hang. Those of Vitest, Jest and Sinon are seen through even if they were there before.
 */
export const realTimers: Timers = {
  setTimeout: real('setTimeout').bind(globalThis),
  clearTimeout: real('clearTimeout').bind(globalThis) as Timers['clearTimeout'],
}

/** @note `@sinonjs/fake-timers` keeps what it replaced at the clock of its replacement. */
function real<Name extends 'setTimeout' | 'clearTimeout'>(name: Name): (typeof globalThis)[Name] {
  const current: (typeof globalThis)[Name] & { clock?: Record<string, unknown> } = globalThis[name]
  return (current.clock?.[`_${name}`] as typeof current | undefined) ?? current
}

/**
 * Waits for a time, or until it is let go.
 *
 * @param milliseconds undefined waits for ever.
 */
export function abortable(milliseconds: number | undefined, signal: AbortSignal | undefined, timers: Timers) {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const timer = milliseconds === undefined ? undefined : timers.setTimeout(resolve, milliseconds)
  const release = () => {
    if (timer !== undefined) timers.clearTimeout(timer as never)
    signal?.removeEventListener('abort', release)
    resolve()
  }
  if (signal?.aborted) release()
  else signal?.addEventListener('abort', release, { once: true })
  return { done: done.finally(release), release }
}
