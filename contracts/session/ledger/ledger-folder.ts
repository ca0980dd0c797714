import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * The folder of ledgers: below the user's state folder (XDG base directories), so that it does not depend on the
 * working directory.
 */
export function ledgerFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { LOCALAPPDATA, XDG_STATE_HOME = '' } = environment
  const state =
    platform === 'win32'
      ? (LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'))
      : isAbsolute(XDG_STATE_HOME)
        ? XDG_STATE_HOME
        : join(homedir(), '.local', 'state')
  return join(state, 'posts-understudy', 'ledger')
}
