import { isUnderstudyError } from '../errors.ts'

/** Throws what ends the start of Vite. Vite prints its stack, and a mistake in the options has none worth reading. */
export function speak(error: unknown): never {
  if (isUnderstudyError(error)) error.stack = error.message
  throw error
}
