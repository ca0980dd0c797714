import { inject, type ProvidedContext } from 'vitest'
import type { Chromium } from './ensure/candidate.ts'

/**
 * The Chromium of the project `browser`.
 * @throws Error that says what was tried, where there is none
 */
export function chromiumHere(): Chromium {
  return present(inject('chromium'))
}

/** A Chromium that was found. @throws Error where it was not */
export function present(found: ProvidedContext['chromium']): Chromium {
  if ('missing' in found) throw Object.assign(new Error(found.missing), { stack: '' })
  return found
}
