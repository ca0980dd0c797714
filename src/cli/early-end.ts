import type { ProviderSessionOptions } from '../../contracts/run/provider-session.ts'
import { readProviderUrl } from '../../contracts/session/client/provider-url.ts'
import { quoted, secretHeader } from '../../handlers/model/curl.ts'
import type { CommandIo } from './command.ts'

/** So many posts are named where more are left. */
const named = 5

export type VisitAt = Pick<ProviderSessionOptions, 'url' | 'headers' | 'insecure' | 'ledgerFolder'>

/** How a session is told to end, and what it tells. */
export interface EarlyEnd {
  readonly session: Required<Pick<ProviderSessionOptions, 'signal' | 'onLedger'>>
  /** Says once how to remove what a session that did not end has left. */
  readonly tell: (result: { readonly failureReason?: string }) => void
}

/**
 * Lets a user end a session with a provider: a first signal ends it once its posts are removed, and says so; a second one at
 * once, and says what is left and how to remove it.
 *
 * @param beforeNote readies stderr for a line.
 * @throws UnderstudyError `BASE_URL_INVALID`
 */
export function earlyEnd(io: CommandIo, at: VisitAt, beforeNote: () => void): EarlyEnd {
  const stop = new AbortController()
  const sweep = sweepLine(at)
  let ledger: Parameters<NonNullable<ProviderSessionOptions['onLedger']>>[0] | undefined
  const leftovers = () => ledger?.leftovers() ?? []
  const lastWords = () => (ledger && leftovers().length > 0 ? farewell(leftovers(), sweep, ledger.file) : '')
  void io.stopped(lastWords).then(() => {
    stop.abort(new Error('it was stopped'))
    if (leftovers().length === 0) return
    beforeNote()
    io.stderr.write(
      'Stopping: the posts of this run are removed first. Ctrl-C once more leaves them there.\n',
    )
  })
  return {
    session: {
      signal: stop.signal,
      onLedger(opened) {
        ledger = opened
      },
    },
    tell({ failureReason }) {
      if (failureReason !== undefined) io.stderr.write(lastWords())
    },
  }
}

/** The command that removes later what a session has left. */
function sweepLine({ url, headers = {}, insecure = false, ledgerFolder }: VisitAt): string {
  const { base, authorization } = readProviderUrl(url)
  const names = [...(authorization === undefined ? [] : ['Authorization']), ...Object.keys(headers)]
  return [
    'npx posts-understudy verify',
    quoted(base),
    '--sweep',
    ...(ledgerFolder === undefined ? [] : [`--ledger ${quoted(ledgerFolder)}`]),
    ...(insecure ? ['--insecure'] : []),
    ...names.map((name) => `--header ${secretHeader(name)}`),
  ].join(' ')
}

function farewell(leftovers: readonly { readonly id: unknown }[], sweep: string, file: string): string {
  const paths = leftovers.flatMap(({ id }) => (id === undefined ? [] : [`/posts/${id}`]))
  const listed = [...paths.slice(0, named), ...(paths.length > named ? ['…'] : [])].join(', ')
  const left = paths.length === 0 ? 'Posts of this run' : `Posts of this run (${listed})`
  return `${left} may be left at the provider. Remove them: ${sweep}\nThe command needs the ledger of this run: ${file}\n`
}
