import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { type PostId, toPostId } from '../../handlers/model/post.ts'
import { visibleJson } from '../../handlers/model/visible.ts'
import { isRunMark } from '../spec/marks.ts'
import { isObject } from '../spec/post-text.ts'
import { asRanges, type IdRange } from './foreign-ids.ts'
import type { RunProcess } from './run-process.ts'

/** The first line of a ledger: its run. */
export interface RunEntry extends RunProcess {
  readonly run: string
  /** The given base address, without credentials. */
  readonly url: string
  /** ISO 8601. */
  readonly started: string
}

/** A later line of a ledger. */
export type LedgerEntry =
  | { readonly will: readonly string[] }
  | { readonly created: OwnedPost }
  | { readonly removed: PostId }
  | { readonly closed: string }
  | { readonly foreign: readonly IdRange[] }
  | SentEntry

/** The title and the content in a body; the body itself where they are not known. Long ones are cut. */
export type SentPost = readonly [title: string, content: string]

/** The texts of a create, or of a replace of a post. With `gave`, of the create whose reply has this id. */
export interface SentEntry {
  readonly sent: SentPost
  readonly to?: PostId | undefined
  readonly gave?: PostId | undefined
}

/** A post that a run owns. */
export interface OwnedPost {
  readonly id: PostId
  readonly title: string
  /** For a post without a mark: its texts when it was found, as JSON. */
  readonly unmarked?: string | undefined
}

export function entryLine(entry: RunEntry | LedgerEntry): string {
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
  const { will, created, removed, closed, foreign, sent, to, gave } = value
  if (Array.isArray(sent))
    return { sent: [String(sent[0]), String(sent[1])], to: toPostId(to), gave: toPostId(gave) }
  if (Array.isArray(foreign)) return { foreign: asRanges(foreign) }
  if (Array.isArray(will)) return { will: will.map(String) }
  if (isObject(created)) {
    const { title, unmarked } = created
    const id = toPostId(created.id)
    const texts = typeof unmarked === 'string' ? { unmarked } : {}
    return id === undefined ? undefined : { created: { id, title: String(title), ...texts } }
  }
  const id = toPostId(removed)
  if (id !== undefined) return { removed: id }
  return typeof closed === 'string' ? { closed } : undefined
}
