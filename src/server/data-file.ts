import type { Stats } from 'node:fs'
import { access, constants, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import type { Snapshot } from '../../handlers/store/state.ts'
import type { World } from '../../handlers/world/world.ts'
import {
  decodeDataFile,
  formatDataFile,
  inUse,
  parseDataFile,
  unreadable,
  unwritable,
} from './data-file-text.ts'
import { FileLock, lockPathOf } from './file-lock.ts'
import { readRegularFile } from './regular-file.ts'
import { removeDrafts, writeAtomically, writeNew } from './write-atomically.ts'

/** The largest data file that is read, in bytes; V8 can hold no text of more than twice as many. */
const maxBytes = 256 * 1024 * 1024

/**
 * A file that holds the posts of a world. After every change the whole file is replaced in one step, so it can be read
 * at any moment, also after the process was killed. Changes that come while it is written go together into one further
 * writing. A change that cannot be written is taken back.
 */
export class DataFile {
  readonly #name: string
  readonly #path: string
  readonly #notice: (message: string) => void
  #lock: FileLock | undefined
  /** What the file held when it was last read or written; undefined where there is none. */
  #text: string | undefined
  /** The same as posts. */
  #kept: Snapshot | undefined
  /** What somebody else wrote and is in a file of its own by now. */
  #setAside: string | undefined
  #lastNotice: string | undefined
  #turn: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #world: World | undefined
  /** Whether the posts change because of the file: such a change is not written to it. */
  #isFollowing = false
  /** Why changes were taken back, the last time; another object each time. */
  #loss: Error | undefined
  #stop = () => {}

  private constructor(name: string, path: string, notice: (message: string) => void) {
    this.#name = name
    this.#path = path
    this.#notice = notice
  }

  /**
   * Opens a data file, locks it and reads it. The file itself is not written: what is broken stays as it is.
   * @throws UnderstudyError `DATA_FILE_INVALID`, `DATA_FILE_UNWRITABLE`, `DATA_FILE_IN_USE`
   */
  static async open(name: string, notice: (message: string) => void): Promise<DataFile> {
    // A link stays one, and what it leads to is replaced.
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
      // Whoever had the lock until now may have written.
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
   * Makes the posts in the file those that a world begins with.
   * @throws UnderstudyError `DATA_FILE_INVALID`
   */
  load(world: World): void {
    if (this.#text !== undefined) world.store.begin(parseDataFile(this.#text, this.#name, world))
  }

  /**
   * Keeps the posts of a world from now on, and writes the file where there is none.
   * @param url where the posts are served, for whoever finds the lock.
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
   * Performs a task in a world, and settles once every change that it made is in the file.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE` where that failed; the posts are then as they were before.
   */
  async keeping<Result>(world: World, task: () => Promise<Result>): Promise<Result> {
    const { version } = world.store
    const loss = this.#loss
    const result = await task()
    if (world !== this.#world || world.store.version === version) return result
    await (this.#next ?? this.#turn)
    // A write under way while others were taken back is lost with them.
    if (this.#loss && this.#loss !== loss) throw this.#loss
    return result
  }

  /** Takes over what somebody else wrote into the file; what is broken is reported and left alone. */
  reload(): Promise<void> {
    return this.#inTurn(() => {
      try {
        this.#takeOver(this.#read())
      } catch (error) {
        this.#say((error as Error).message)
      }
    })
  }

  /**
   * Writes what is not written yet, and keeps no more.
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
      // The folder is gone, or cannot be written any more: the next process takes the lock over.
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
      // What is gone from the disk is written again at the next chance.
      if (!this.#isThere()) this.#text = undefined
      const kept = this.#kept
      if (kept) this.#follow(() => world.store.restore(kept))
      throw loss
    }
  }

  /** What somebody else wrote in the meantime is work all the same, broken or not: it gets a file of its own. */
  async #keepEdit(): Promise<void> {
    for (;;) {
      const found = readRegularFile(this.#path, maxBytes)
      const text = found?.bytes.toString().replace(/^\ufeff/, '')
      if (!found || text === this.#text || text === this.#setAside) return
      const path = await writeUnderFreeName(`${this.#path}.theirs`, found)
      this.#setAside = text
      this.#notice(
        `Somebody else wrote to ${JSON.stringify(this.#name)}; what they wrote is in ${JSON.stringify(path)} now.`,
      )
    }
  }

  #isThere(): boolean {
    try {
      return readRegularFile(this.#path, maxBytes) !== undefined
    } catch {
      return true
    }
  }

  /** Read at one go: no request can change the posts between the reading and the taking over. */
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

  #takeOver(text: string | undefined): void {
    const world = this.#world
    if (!world || text === this.#text) return
    const name = JSON.stringify(this.#name)
    if (text === undefined) {
      this.#text = undefined
      this.#say(`The data file ${name} is gone; the next write makes it again.`)
      return
    }
    const snapshot = parseDataFile(text, this.#name, world)
    this.#follow(() => world.store.begin(snapshot))
    this.#text = text
    this.#kept = world.store.snapshot()
    const { count } = world.store
    this.#lastNotice = undefined
    this.#notice(`Reloaded ${name}: it holds ${count} ${count === 1 ? 'post' : 'posts'} now.`)
  }

  #follow(change: () => void): void {
    this.#isFollowing = true
    try {
      change()
    } finally {
      this.#isFollowing = false
    }
  }

  /** Says what goes on being true once. */
  #say(message: string): void {
    if (message === this.#lastNotice) return
    this.#lastNotice = message
    this.#notice(message)
  }
}

/** Writes bytes to the first of `NAME.1`, `NAME.2` … that is not there, and returns its path. */
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
