import { UnderstudyError } from '../../handlers/model/errors.ts'

/** The request header that names a world, in lower case. */
export const worldHeader = 'x-understudy-world'

/**
 * Checks the name of a world.
 * @throws UnderstudyError `OPTION_INVALID`
 */
export function checkWorldName(name: unknown): string {
  if (typeof name === 'string' && /^[\x20-\x7e]{1,100}$/.test(name)) return name
  const shown = typeof name === 'string' ? name.slice(0, 120) : name
  throw new UnderstudyError(
    'OPTION_INVALID',
    `Invalid world name ${JSON.stringify(shown)}: use 1 to 100 printable ASCII characters.`,
  )
}
