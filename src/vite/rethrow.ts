import { isUnderstudyError } from '../../handlers/model/errors.ts'

/** The method by which `console.log` and Vite print an object (node:util). */
const inspect = Symbol.for('nodejs.util.inspect.custom')

/** Rethrows an error that stops the start of Vite. Vite prints the stack; for a mistake in the options only the message is useful. */
export function rethrow(error: unknown): never {
  if (isUnderstudyError(error)) {
    const { message } = error
    Object.defineProperties(error, { stack: { value: message }, [inspect]: { value: () => message } })
  }
  throw error
}
