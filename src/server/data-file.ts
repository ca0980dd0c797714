import { lstatSync, type Stats } from 'node:fs'
import { access, constants, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import type { Snapshot } from '../../handlers/store/state.ts'
import type { World } from '../../handlers/world/world.ts'
import {
  decodeDataFile,
  formatDataFile,
  inUse,
  nothingServed,
  parseDataFile,
  unreadable,
  unwritable,
} from './data-file-text.ts'
import { FileLock, lockPathOf } from './file-lock.ts'
import { readRegularFile } from './regular-file.ts'
import { removeDrafts, writeAtomically, writeNew } from './write-atomically.ts'

/** The largest data file, in bytes; the limit of a text in V8 is twice as many. */
const maxBytes = 256 * 1024 * 1024

/**
 * A file with the posts of a world. After every change the whole file is replaced atomically. Changes during a write
 * are written together afterwards. A change that cannot be written is undone.
 */
export class DataFile {
  readonly #name: string
  readonly #path: string
  readonly #notice: (message: string) => void
  #lock: FileLock | undefined
  /** The latest content of the file; undefined where it does not exist. */
  #text: string | undefined
  /** The same as a snapshot. */
  #kept: Snapshot | undefined
  /** The latest external edit, which is saved in another file. */
  #setAside: string | undefined
  #lastNotice: string | undefined
  #turn: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #world: World | undefined
  /** Whether the posts change because of the file: such a change is not written. */
  #isFollowing = false
  /** Why the latest changes were undone; a new object each time. */
  #loss: Error | undefined
  #stop = () => {}

  private constructor(name: string, path: string, notice: (message: string) => void) {
    this.#name = name
    this.#path = path
    this.#notice = notice
  }

  /**
   * Opens a data file, locks it and reads it, without writing it.
   * @throws UnderstudyError `DATA_FILE_INVALID`, `DATA_FILE_UNWRITABLE`, `DATA_FILE_IN_USE`
   */
  static async open(name: string, notice: (message: string) => void): Promise<DataFile> {
    // Keeps a link, and replaces its target.
    const file = new DataFile(name, await realpath(name).catch(() => name), notice)
    try {
      await access(dirname(file.#path), constants.W_OK)
    } catch (error) {
      throw unwritable(name, error)
    }
    file.#text = file.#read()
    file.#takeLock()
    try {
      await removeDrafts(file.#path)
      // The previous owner of the lock may have written.
      file.#text = file.#read()
      return file
    } catch (error) {
      file.#releaseLock()
      throw error
    }
  }

  get exists(): boolean {
    return this.#text !== undefined
  }

  get path(): string {
    return this.#path
  }

  /**
   * Makes the posts in the file the initial posts of a world.
   * @throws UnderstudyError `DATA_FILE_INVALID`
   */
  load(world: World): void {
    if (this.#text !== undefined) world.store.begin(parseDataFile(this.#text, this.#name, world))
  }

  /**
   * Writes the posts of a world from now on, and creates the file if it does not exist.
   * @param url where the posts are served, for the lock.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE`, `DATA_FILE_IN_USE`
   */
  async keep(world: World, url?: string): Promise<void> {
    this.#takeLock()
    if (url !== undefined) this.#lock?.announce(url)
    this.#world = world
    this.#kept = world.store.snapshot()
    this.#stop = world.store.listen(() => {
      if (!this.#isFollowing) this.#save().catch((error: Error) => this.#say(error.message))
    })
    if (!this.exists) await this.#save()
  }

  /**
   * Performs a task in a world, and resolves once its changes are in the file.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE` where that failed; the changes are undone.
   */
  async keeping<Result>(world: World, task: () => Promise<Result>): Promise<Result> {
    const { version } = world.store
    const loss = this.#loss
    const result = await task()
    if (world !== this.#world || world.store.version === version) return result
    await (this.#next ?? this.#turn)
    // A change during the undo of others is lost too.
    if (this.#loss && this.#loss !== loss) throw this.#loss
    return result
  }

  /** Loads an external edit; a broken file is reported and not changed. */
  reload(): Promise<void> {
    return this.#inTurn(() => {
      const world = this.#world
      if (!world) return
      try {
        this.#takeOver(world, this.#read())
      } catch (error) {
        const kept = `Fix it. The mock keeps its ${countOf(world)}.`
        this.#say((error as Error).message.replace(nothingServed, kept))
      }
    })
  }

  /**
   * Writes pending changes, and stops.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE`
   */
  async close(): Promise<void> {
    this.#stop()
    try {
      await (this.#next ?? this.#turn).catch(() => this.#save())
    } finally {
      this.#releaseLock()
    }
  }

  #takeLock(): void {
    if (this.#lock) return
    let taken: ReturnType<typeof FileLock.take>
    try {
      taken = FileLock.take(this.#path)
    } catch (error) {
      throw unwritable(this.#name, error)
    }
    if (!(taken instanceof FileLock)) throw inUse(this.#name, taken, lockPathOf(this.#path))
    this.#lock = taken
  }

  #releaseLock(): void {
    try {
      this.#lock?.release()
    } catch {
      // The folder is not writable any more: the next process takes over the lock.
    }
    this.#lock = undefined
  }

  #save(): Promise<void> {
    this.#next ??= this.#inTurn(() => {
      this.#next = undefined
      return this.#write()
    })
    return this.#next
  }

  async #write(): Promise<void> {
    const world = this.#world
    if (!world) return
    const snapshot = world.store.snapshot()
    try {
      const text = formatDataFile(snapshot)
      if (text !== this.#text) await writeAtomically(this.#path, text, () => this.#keepEdit())
      this.#text = text
      this.#kept = snapshot
      this.#setAside = undefined
      this.#lastNotice = undefined
    } catch (error) {
      const loss = unwritable(this.#name, error)
      this.#loss = loss
      // The next write creates a removed file again.
      if (!this.#isThere()) this.#text = undefined
      const kept = this.#kept
      if (kept) this.#follow(() => world.store.restore(kept))
      throw loss
    }
  }

  /** Saves an external edit in another file before it is overwritten. */
  async #keepEdit(): Promise<void> {
    for (;;) {
      const found = readRegularFile(this.#path, maxBytes)
      const text = found?.bytes.toString().replace(/^\ufeff/, '')
      if (!found || text === this.#text || text === this.#setAside) return
      const path = await writeUnderFreeName(`${this.#path}.theirs`, found)
      this.#setAside = text
      this.#notice(
        `Another program changed ${JSON.stringify(this.#name)} before a write; its version is saved in ${JSON.stringify(path)}.`,
      )
    }
  }

  #isThere(): boolean {
    try {
      return lstatSync(this.#path, { throwIfNoEntry: false }) !== undefined
    } catch {
      return true
    }
  }

  /** Synchronous, so that no request changes the posts in between. */
  #read(): string | undefined {
    try {
      const found = readRegularFile(this.#path, maxBytes)
      return found && decodeDataFile(found.bytes, this.#name)
    } catch (error) {
      throw isUnderstudyError(error) ? error : unreadable(this.#name, (error as Error).message)
    }
  }

  /** Writing and reloading never overlap. */
  #inTurn(task: () => Promise<void> | void): Promise<void> {
    this.#turn = this.#turn.catch(() => {}).then(task)
    return this.#turn
  }

  #takeOver(world: World, text: string | undefined): void {
    if (text === this.#text) return
    const name = JSON.stringify(this.#name)
    if (text === undefined) {
      this.#text = undefined
      this.#say(`The data file ${name} was removed; the next write creates it again.`)
      return
    }
    const snapshot = parseDataFile(text, this.#name, world)
    this.#follow(() => world.store.begin(snapshot))
    this.#text = text
    this.#kept = world.store.snapshot()
    this.#lastNotice = undefined
    this.#notice(`Reloaded ${name}: ${countOf(world)}.`)
  }

  #follow(change: () => void): void {
    this.#isFollowing = true
    try {
      change()
    } finally {
      this.#isFollowing = false
    }
  }

  /** Prints a message, but not twice in a row. */
  #say(message: string): void {
    if (message === this.#lastNotice) return
    this.#lastNotice = message
    this.#notice(message)
  }
}

function countOf({ store: { count } }: World): string {
  return `${count} ${count === 1 ? 'post' : 'posts'}`
}

/** Writes bytes to the first of `NAME.1`, `NAME.2` … that does not exist, and returns its path. */
async function writeUnderFreeName(
  name: string,
  { bytes, stats }: { bytes: Uint8Array; stats: Stats },
): Promise<string> {
  for (let number = 1; ; number++) {
    const path = `${name}.${number}`
    try {
      await writeNew(path, bytes, stats)
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
