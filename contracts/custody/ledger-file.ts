import { writeSync } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { type JsonValue, parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { comparePostIds, nextPostId, type PostId, toPostId } from '../../handlers/model/post.ts'
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

/** Consecutive ids, both ends included. */
export type IdRange = readonly [from: PostId, to: PostId]

/** A later line of a ledger. */
export type LedgerEntry =
  | SentEntry
  | { foreign: readonly IdRange[] }
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
  close(remove: boolean): Promise<void>
}

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

/** Makes the file of a new run. @throws UnderstudyError `LEDGER_UNUSABLE` */
export async function createLedgerFile(folder: string, run: RunEntry): Promise<LedgerFile> {
  const path = join(folder, `${run.run}.jsonl`)
  try {
    // Other users must not read it.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await opened(path, 'ax', async (handle) => {
      await handle.appendFile(lineOf(run))
      await handle.datasync()
    })
  } catch (error) {
    throw unusable(path, error)
  }
}

/** Opens the file of an earlier run to add to it. @throws UnderstudyError `LEDGER_UNUSABLE` */
export async function reopenLedgerFile(path: string): Promise<LedgerFile> {
  try {
    // Ends a last line that was cut off.
    return await opened(path, 'a', (handle) => handle.appendFile('\n'))
  } catch (error) {
    throw unusable(path, error)
  }
}

async function opened(
  path: string,
  flags: string,
  begin: (handle: FileHandle) => Promise<void>,
): Promise<LedgerFile> {
  const handle = await open(path, flags, 0o600)
  try {
    await begin(handle)
  } catch (error) {
    await handle.close()
    throw error
  }
  let failure: unknown
  return {
    path,
    append(entry) {
      try {
        if (failure === undefined) writeSync(handle.fd, lineOf(entry))
      } catch (error) {
        failure = error
      }
    },
    check() {
      if (failure !== undefined) throw unusable(path, failure)
    },
    async close(remove) {
      await handle.close()
      if (remove) await rm(path, { force: true })
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
  if (Array.isArray(foreign)) return { foreign: foreign.flatMap(asRange) }
  const id = toPostId(removed)
  if (id !== undefined) return { removed: id }
  return typeof closed === 'string' ? { closed } : undefined
}

/** Reads a range, and ignores everything else. */
function asRange(value: JsonValue): IdRange[] {
  const [from, to] = Array.isArray(value) ? [toPostId(value[0]), toPostId(value[1])] : []
  return from === undefined || to === undefined ? [] : [[from, to]]
}

/** Writes ids as sorted ranges. */
export function rangesOf(ids: readonly PostId[]): IdRange[] {
  const ranges: [PostId, PostId][] = []
  for (const id of ids.toSorted(comparePostIds)) {
    const latest = ranges.at(-1)
    if (latest && (latest[1] === id || nextPostId(latest[1]) === id)) latest[1] = id
    else ranges.push([id, id])
  }
  return ranges
}

/** The ids of ranges. Endless where a file was edited: who asks stops. */
export function* idsOf(ranges: readonly IdRange[]): Generator<PostId> {
  for (const [from, to] of ranges)
    for (let id: PostId | undefined = from; id !== undefined && id <= to; id = nextPostId(id)) yield id
}
