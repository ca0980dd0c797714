import type { Leftover } from '../../contracts/custody/clean-up.ts'
import { fewPosts } from '../../contracts/report/run-sections.ts'
import type { Progress, ProviderSessionOptions } from '../../contracts/run/provider-session.ts'
import { quoted, secretHeader } from '../../contracts/wire/curl.ts'
import { readProviderUrl } from '../../contracts/wire/provider-url.ts'
import type { CommandIo, Output } from './io.ts'

type Target = Pick<ProviderSessionOptions, 'url' | 'headers' | 'insecure' | 'ledgerFolder'>

type OpenLedger = Parameters<NonNullable<ProviderSessionOptions['onLedger']>>[0]

/** How a run goes: without messages, without writes, or without some operations. */
interface Manner extends Pick<ProviderSessionOptions, 'without'> {
  readonly quiet: boolean
  readonly readsOnly?: boolean
}

type SessionTerms = Required<Pick<ProviderSessionOptions, 'signal' | 'onLedger' | 'onProgress'>>

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
  { quiet, readsOnly = false, without = [] }: Manner,
  work: (terms: SessionTerms) => Promise<Result>,
): Promise<Result> {
  const progress = showProgress(stderr, quiet)
  const { host } = new URL(at.url)
  const announcement = readsOnly
    ? `Reading from ${host}; nothing will be written.`
    : without.includes('delete')
      ? `This run creates several hundred tagged posts at ${host}, and removes at its end those that it can.`
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
  const onLedger = (opened: OpenLedger) => {
    ledger = opened
  }
  const terms = { signal: stop.signal, onLedger, onProgress: progress.show }
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
  return `Posts of this run may be left at the provider. Remove them:\n  ${sweep}\nThe command needs the ledger of this run: ${ledger.file}\n`
}

/** The intervals of lines without and with a terminal, in milliseconds. */
const pause = { elsewhere: 10_000, terminal: 1000 } as const

/**
 * Shows how far a run is, and what it found so far: on one line of a terminal, rewritten every second;
 * elsewhere as a line every ten seconds.
 */
export function showProgress(output: Output, quiet: boolean) {
  let latest: { readonly progress: Progress; readonly at: number } | undefined
  let isShown = false
  const clear = () => {
    if (isShown) output.write('\r\x1b[2K')
    isShown = false
  }
  const tell = () => {
    if (!latest) return
    const { progress, at } = latest
    const text = progressText(progress, performance.now() - at)
    clear()
    isShown = output.isTTY === true
    output.write(isShown ? text : `${text}\n`)
  }
  const timer = quiet ? undefined : setInterval(tell, output.isTTY ? pause.terminal : pause.elsewhere)
  timer?.unref()
  return {
    show(progress: Progress): void {
      latest = { progress, at: performance.now() }
    },
    /** Shows nothing from then on. */
    end(): void {
      clearInterval(timer)
      clear()
    },
  }
}

/** What a run has done, or what it does and how long that takes. @param since how long ago that was, in milliseconds. */
function progressText({ done, total, key, left, broken = 0 }: Progress, since: number) {
  const seconds = Math.round(((left ?? 0) - since) / 1000)
  const time = seconds > 0 ? `${key}, ${seconds} s left` : key
  const text = left === undefined && total > 0 ? `${done} of ${total} steps: ${key}` : time
  return broken === 0 ? text : `${text}, ${broken} ${broken === 1 ? 'clause' : 'clauses'} broken`
}
