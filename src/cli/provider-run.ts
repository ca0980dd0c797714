import type { Leftover } from '../../contracts/custody/clean-up.ts'
import { fewPosts } from '../../contracts/report/run-sections.ts'
import type { ProviderSessionOptions } from '../../contracts/run/provider-session.ts'
import { quoted, secretHeader } from '../../contracts/wire/curl.ts'
import { readProviderUrl } from '../../contracts/wire/provider-url.ts'
import type { CommandIo } from './io.ts'
import { showProgress } from './progress.ts'

type Target = Pick<ProviderSessionOptions, 'url' | 'headers' | 'insecure' | 'ledgerFolder'>

type OpenLedger = Parameters<NonNullable<ProviderSessionOptions['onLedger']>>[0]

type SessionTerms = Required<Pick<ProviderSessionOptions, 'signal' | 'onLedger' | 'onProgress'>>

export interface ProviderRunOptions {
  /** Prints no announcement and no progress. */
  readonly quiet: boolean
  /** Whether the run writes nothing. Default false. */
  readonly readsOnly?: boolean
}

/**
 * Runs `work` at a provider: prints an announcement, progress, and how to remove what is left if the run ends early,
 * which the user can do with a signal.
 * @param work gets the options for its session.
 */
export async function runAtProvider<
  Result extends { readonly leftovers: readonly Leftover[]; readonly failureReason?: string },
>(
  { stderr, stopped }: CommandIo,
  at: Target,
  { quiet, readsOnly = false }: ProviderRunOptions,
  work: (terms: SessionTerms) => Promise<Result>,
): Promise<Result> {
  const progress = showProgress(stderr, quiet)
  const { host } = new URL(at.url)
  const announcement = readsOnly
    ? `Reading from ${host}; nothing will be written.`
    : `This run creates, replaces and deletes its own tagged posts at ${host} and removes them when it ends.`
  if (!quiet) stderr.write(`${announcement}\n`)
  const stop = new AbortController()
  let ledger: OpenLedger | undefined
  const leftoversNote = () => (ledger && ledger.leftovers().length > 0 ? leftoverText(at, ledger) : '')
  // The second signal exits at once, and prints the note.
  void stopped(leftoversNote).then(() => {
    stop.abort(new Error('the run was interrupted'))
    if (leftoversNote() === '') return
    progress.end()
    stderr.write('Stopping: removing the posts of this run first. Press Ctrl-C again to leave them there.\n')
  })
  const terms: SessionTerms = {
    signal: stop.signal,
    onLedger: (opened) => {
      ledger = opened
    },
    onProgress: progress.show,
  }
  const result = await work(terms).finally(progress.end)
  if (result.failureReason !== undefined || result.leftovers.length > fewPosts) stderr.write(leftoversNote())
  return result
}

/** That posts may be left, and the command that removes them later. */
function leftoverText({ url, headers = {}, insecure = false, ledgerFolder }: Target, ledger: OpenLedger) {
  const { base, authorization } = readProviderUrl(url)
  const names = [...(authorization === undefined ? [] : ['Authorization']), ...Object.keys(headers)]
  const sweep = [
    `npx posts-understudy verify ${quoted(base)} --sweep`,
    ...(ledgerFolder === undefined ? [] : [`--ledger ${quoted(ledgerFolder)}`]),
    ...(insecure ? ['--insecure'] : []),
    ...names.map((name) => `--header ${secretHeader(name)}`),
  ].join(' ')
  return `${ledger.leftovers().length} posts of this run may be left at the provider. Remove them:\n  ${sweep}\nThe command needs the ledger of this run: ${ledger.file}\n`
}
