import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { visibleJson } from '../../handlers/model/visible.ts'
import { isRunMark } from '../spec/marks.ts'
import { isObject } from '../spec/post-text.ts'
import type { SentPost } from './sent-texts.ts'

/** The first line of a ledger: its run. */
export interface RunEntry {
  readonly run: string
  /** The given base address, without credentials. */
  readonly url: string
  /** ISO 8601. */
  readonly started: string
  /** Its process. */
  readonly pid: number
  readonly host: string
}

/** A later line of a ledger. */
export type LedgerEntry =
  | SentEntry
  | { foreign: readonly PostId[] }
  | { removed: PostId }
  | { closed: string }

/** The texts of a create, or of a replace of a post. With `gave`, of the create whose reply has this id. */
export interface SentEntry {
  readonly sent: SentPost
  readonly to?: PostId | undefined
  readonly gave?: PostId | undefined
}

/** The append-only file of a ledger. */
export interface LedgerFile {
  readonly path: string
  /** Adds a line: it is kept even if the process is killed next. */
  append(entry: LedgerEntry): void
  /** @throws UnderstudyError `LEDGER_UNUSABLE` where a line could not be added. */
  check(): void
  close(remove: boolean): void
}

/** The folder of ledgers: in the user's state folder (XDG base directories), whatever the working directory. */
export function ledgerFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const { XDG_STATE_HOME = '' } = environment
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), '.local', 'state')
  return join(state, 'posts-understudy', 'ledger')
}

/**
 * Opens the file of a new run, or that of an earlier one to add to it.
 *
 * @param run the first line of a new file.
 * @throws UnderstudyError `LEDGER_UNUSABLE`
 */
export function openLedgerFile(path: string, run?: RunEntry): LedgerFile {
  let failure: unknown
  let file: number | undefined
  const close = () => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  const add = (text: string) => {
    try {
      if (failure === undefined && file !== undefined) writeSync(file, text)
    } catch (error) {
      failure = error
    }
  }
  const check = () => {
    if (failure !== undefined) throw unusable(path, failure)
  }
  try {
    // Other users must not read it.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    file = openSync(path, run ? 'ax' : 'a', 0o600)
    // A last line of an earlier run may be cut off.
    add(run ? lineOf(run) : '\n')
    if (run) fsyncSync(file)
  } catch (error) {
    failure = error
  }
  if (failure !== undefined) close()
  check()
  return {
    path,
    append: (entry) => add(lineOf(entry)),
    check,
    close(remove) {
      close()
      if (remove) rmSync(path, { force: true })
    },
  }
}

function unusable(path: string, error: unknown): UnderstudyError {
  const fact = error instanceof Error ? error.message : String(error)
  return new UnderstudyError(
    'LEDGER_UNUSABLE',
    `Failed to write the ledger "${path}": ${fact}. A run cannot create posts without it. Pass another folder with --ledger, or set XDG_STATE_HOME to one.`,
  )
}

function lineOf(entry: RunEntry | LedgerEntry): string {
  return `${visibleJson(stringifyJson(entry))}\n`
}

/** Reads a ledger without a last line that was cut off; undefined where it is not a ledger. */
export function readEntries(text: string): { run: RunEntry; entries: readonly LedgerEntry[] } | undefined {
  const [run, ...entries] = text.split('\n').map(readLine)
  return isRunEntry(run) ? { run, entries: entries.flatMap((entry) => asEntry(entry) ?? []) } : undefined
}

function readLine(line: string): JsonValue | undefined {
  try {
    return parseJson(line)
  } catch {
    return undefined
  }
}

function isRunEntry(value: unknown): value is RunEntry {
  const { run, url, pid, host, started } = (value ?? {}) as Record<string, unknown>
  const isWhole =
    [run, url, host, started].every((text) => typeof text === 'string') && typeof pid === 'number'
  // With another marker, foreign posts could be taken for the run's.
  return isWhole && isRunMark(String(run))
}

function asEntry(value: JsonValue | undefined): LedgerEntry | undefined {
  if (!isObject(value)) return undefined
  const { removed, closed, foreign, sent, to, gave } = value
  if (Array.isArray(sent))
    return { sent: [String(sent[0]), String(sent[1])], to: toPostId(to), gave: toPostId(gave) }
  if (Array.isArray(foreign)) return { foreign: foreign.flatMap((id) => toPostId(id) ?? []) }
  const id = toPostId(removed)
  if (id !== undefined) return { removed: id }
  return typeof closed === 'string' ? { closed } : undefined
}
