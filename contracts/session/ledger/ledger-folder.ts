import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * Where ledgers lie: below the folder for what programs remember of a user (XDG base directories), so that a run in
 * another working directory finds them.
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
