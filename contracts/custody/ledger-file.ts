import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
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

/** The folder of ledgers: in the user's state folder (XDG base directories), whatever the working directory. */
export function ledgerFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const { XDG_STATE_HOME = '' } = environment
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), '.local', 'state')
  return join(state, 'posts-understudy', 'ledger')
}

export function lineOf(entry: RunEntry | LedgerEntry): string {
  return visibleJson(stringifyJson(entry))
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
