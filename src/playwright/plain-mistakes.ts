import { isUnderstudyError } from '../../handlers/model/errors.ts'

/**
 * Runs something; an error that is a mistake in what it was given loses its stack. The report would show a frame of our
 * code for it, where nothing is wrong.
 */
export async function withPlainMistakes<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw isUnderstudyError(error) ? Object.assign(error, { stack: '' }) : error
  }
}
