import type { Leftover } from '../../contracts/custody/clean-up.ts'
import { fewPosts } from '../../contracts/report/leftovers.ts'
import type { ProviderSessionOptions } from '../../contracts/run/provider-session.ts'
import { type LeftOut, leavable } from '../../contracts/verify/verify-options.ts'
import { readProviderUrl } from '../../contracts/wire/provider-url.ts'
import { quoted, secretHeader } from '../../handlers/model/curl.ts'
import type { CommandIo } from './io.ts'
import { showProgress } from './progress.ts'
import { say } from './style.ts'

type Target = Pick<ProviderSessionOptions, 'url' | 'headers' | 'insecure' | 'ledgerFolder'>

type OpenLedger = Parameters<NonNullable<ProviderSessionOptions['onLedger']>>[0]

/** The announcement of a run. */
export interface Announced {
  /** Prints no announcement and no progress. */
  readonly quiet: boolean
  readonly readsOnly?: boolean
  /** The operations that are left out. */
  readonly without?: readonly LeftOut[]
  /** Details about the posts, after the host. */
  readonly about?: string
}

type SessionTerms = Required<Pick<ProviderSessionOptions, 'signal' | 'onLedger' | 'onProgress'>>

/**
 * Runs `work` at a provider: prints an announcement, progress, and how to remove what is left if the run ends early,
 * which the user can do with a signal.
 * @param work gets the options for its session.
 * @throws UnderstudyError `BASE_URL_INVALID`
 */
export async function runAtProvider<
  Result extends { readonly leftovers: readonly Leftover[]; readonly failureReason?: string },
>(
  io: CommandIo,
  at: Target,
  { quiet, readsOnly = false, without = [], about = '' }: Announced,
  work: (terms: SessionTerms) => Promise<Result>,
): Promise<Result> {
  const progress = showProgress(io, quiet)
  const { host } = new URL(at.url)
  if (!quiet)
    say(
      io.stderr,
      readsOnly
        ? `Reading from ${host}; nothing will be written.`
        : `This run ${writesOf(without)} its own tagged posts at ${host}${about} and removes them when it ends${without.includes('delete') ? ', if the provider allows that' : ''}.`,
    )
  const stop = new AbortController()
  let ledger: OpenLedger | undefined
  const leftoversNote = () => {
    const leftovers = ledger?.leftovers() ?? []
    return ledger && leftovers.length > 0 ? leftoverText(leftovers, sweepLine(at), ledger.file) : ''
  }
  // The second signal exits at once, and prints the note.
  void io.stopped(leftoversNote).then(() => {
    stop.abort(new Error('the run was interrupted'))
    if (leftoversNote() === '') return
    progress.end()
    say(io.stderr, 'Stopping: removing the posts of this run first. Press Ctrl-C again to leave them there.')
  })
  const terms: SessionTerms = {
    signal: stop.signal,
    onLedger: (opened) => {
      ledger = opened
    },
    onProgress: progress.show,
  }
  const result = await work(terms).finally(progress.end)
  if (result.failureReason !== undefined || result.leftovers.length > fewPosts)
    io.stderr.write(leftoversNote())
  return result
}

/** What a run does with its posts: "creates, replaces and deletes". */
function writesOf(without: readonly LeftOut[]): string {
  const verbs = { create: 'creates', replace: 'replaces', delete: 'deletes' }
  const done = leavable.filter((each) => !without.includes(each)).map((each) => verbs[each])
  return done.join(', ').replace(/, (\w+)$/, ' and $1')
}

/** The command that removes the posts of this run later. */
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

function leftoverText(leftovers: ReturnType<OpenLedger['leftovers']>, sweep: string, file: string): string {
  const paths = leftovers.flatMap((id) => (id === undefined ? [] : [`/posts/${id}`]))
  const listed = [...paths.slice(0, fewPosts), ...(paths.length > fewPosts ? ['…'] : [])].join(', ')
  const left = paths.length === 0 ? 'Posts of this run' : `Posts of this run (${listed})`
  return `${left} may be left at the provider. Remove them:\n  ${sweep}\nThe command needs the ledger of this run: ${file}\n`
}
