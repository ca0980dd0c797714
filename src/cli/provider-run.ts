import type { ProviderSessionOptions } from '../../contracts/run/provider-session.ts'
import { readProviderUrl } from '../../contracts/session/client/provider-url.ts'
import { quoted, secretHeader } from '../../handlers/model/curl.ts'
import type { CommandIo } from './command.ts'
import { showProgress } from './progress.ts'

/** So many posts are named where more are left. */
const named = 5

type Target = Pick<ProviderSessionOptions, 'url' | 'headers' | 'insecure' | 'ledgerFolder'>

type OpenLedger = Parameters<NonNullable<ProviderSessionOptions['onLedger']>>[0]

/** What is said before a run. */
export interface Announced {
  /** Says nothing beforehand, and shows no progress. */
  readonly quiet: boolean
  readonly readsOnly?: boolean
  /** What is said of the posts that the run writes, behind where. */
  readonly about?: string
}

/** What ends a session with a provider early, and what it tells. */
type SessionTerms = Required<Pick<ProviderSessionOptions, 'signal' | 'onLedger' | 'onProgress'>>

/**
 * Runs `work` at a provider for a user, who is told what will be done there and how far it is, can end it, and hears how to
 * remove what is left where it did not come to its end.
 *
 * @param work gets what its session needs for that, and what prints a line of its own.
 * @throws UnderstudyError `BASE_URL_INVALID`
 */
export async function runAtProvider<Result extends { readonly failureReason?: string }>(
  io: CommandIo,
  at: Target,
  { quiet, readsOnly = false, about = '' }: Announced,
  work: (terms: SessionTerms, say: (line: string) => void) => Promise<Result>,
): Promise<Result> {
  const progress = showProgress(io, quiet)
  const { host } = new URL(at.url)
  if (!quiet)
    io.stderr.write(
      readsOnly
        ? `Reading from ${host}; nothing will be written.\n`
        : `This run creates, replaces and deletes its own tagged posts at ${host}${about} and removes them when it ends.\n`,
    )
  const { terms, lastWords } = earlyEnd(io, at, progress.end)
  const result = await work({ ...terms, onProgress: progress.show }, progress.say).finally(progress.end)
  if (result.failureReason !== undefined) io.stderr.write(lastWords())
  return result
}

/**
 * Lets a user end a session with a provider: a first signal ends it once its posts are removed, and says so; a second one at
 * once, and says what is left and how to remove it.
 *
 * @param beforeNote readies stderr for a line.
 */
function earlyEnd(io: CommandIo, at: Target, beforeNote: () => void) {
  const stop = new AbortController()
  const sweep = sweepLine(at)
  let ledger: OpenLedger | undefined
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
    terms: {
      signal: stop.signal,
      onLedger(opened: OpenLedger) {
        ledger = opened
      },
    },
    lastWords,
  }
}

/** The command that removes later what a session has left. */
function sweepLine({ url, headers = {}, insecure = false, ledgerFolder }: Target): string {
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
