export interface Timers {
  readonly setTimeout: (callback: () => void, milliseconds: number) => unknown
  readonly clearTimeout: (timer: never) => void
}

/**
 * The real timers, saved when this module loads, so that fake timers of a test do not affect the mock. Fake timers of Vitest,
 * Jest and Sinon that are already installed are bypassed.
 */
export const realTimers: Timers = {
  setTimeout: real('setTimeout').bind(globalThis),
  clearTimeout: real('clearTimeout').bind(globalThis) as Timers['clearTimeout'],
}

/** `@sinonjs/fake-timers` stores the original functions in the clock of the replacement. */
function real<Name extends 'setTimeout' | 'clearTimeout'>(name: Name): (typeof globalThis)[Name] {
  const current: (typeof globalThis)[Name] & { clock?: Record<string, unknown> } = globalThis[name]
  return (current.clock?.[`_${name}`] as typeof current | undefined) ?? current
}

/**
 * Waits for a time, or until it is released.
 *
 * @param milliseconds undefined for no limit.
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
