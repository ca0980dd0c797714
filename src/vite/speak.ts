import { isUnderstudyError } from '../../handlers/model/errors.ts'

/** What `console.log` and Vite ask an object for to show it (node:util). */
const inspect = Symbol.for('nodejs.util.inspect.custom')

/** Throws what ends the start of Vite. Vite prints its stack, and a mistake in the options has none worth reading. */
export function speak(error: unknown): never {
  if (isUnderstudyError(error)) {
    const { message } = error
    Object.defineProperties(error, { stack: { value: message }, [inspect]: { value: () => message } })
  }
  throw error
}
