import { access, constants, realpath, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { isUnderstudyError } from '../../handlers/model/errors.ts'
import type { Snapshot } from '../../handlers/store/snapshot.ts'
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

/** The largest data file, in bytes; the limit of a text in V8 is twice as many. */
const maxBytes = 256 * 1024 * 1024

/**
 * A file with the posts of a world. After every change the whole file is replaced atomically. Changes during a write
 * are written together afterwards. A change that cannot be written is undone.
 */
export class DataFile {
  readonly #name: string
  readonly path: string
  readonly #notice: (message: string) => void
  readonly #lock: FileLock
  /** The latest content of the file; undefined where it does not exist. */
  #text: string | undefined
  /** The same as a snapshot. */
  #kept: Snapshot | undefined
  #lastNotice: string | undefined
  #turn: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #world: World | undefined
  /** Whether the posts change because of the file: such a change is not written. */
  #isFollowing = false
  /** Why the latest changes were undone; a new object each time. */
  #loss: Error | undefined
  #stop = () => {}

  private constructor(name: string, path: string, notice: (message: string) => void, lock: FileLock) {
    this.#name = name
    this.path = path
    this.#notice = notice
    this.#lock = lock
  }

  /**
   * Opens a data file, locks it and reads it, without writing it.
   * @throws UnderstudyError `DATA_FILE_INVALID`, `DATA_FILE_UNWRITABLE`, `DATA_FILE_IN_USE`
   */
  static async open(name: string, notice: (message: string) => void): Promise<DataFile> {
    // Keeps a link, and replaces its target.
    const path = await realpath(name).catch(() => name)
    let lock: FileLock | undefined
    try {
      await access(dirname(path), constants.W_OK)
      const taken = FileLock.take(path)
      if (!(taken instanceof FileLock)) throw inUse(name, taken, lockPathOf(path))
      lock = taken
      const file = new DataFile(name, path, notice, lock)
      file.#text = file.#read()
      return file
    } catch (error) {
      lock?.release()
      throw isUnderstudyError(error) ? error : unwritable(name, error)
    }
  }

  get exists(): boolean {
    return this.#text !== undefined
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
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE`
   */
  async keep(world: World, url?: string): Promise<void> {
    if (url !== undefined) this.#lock.announce(url)
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
      this.#lock.release()
    }
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
      if (text !== this.#text) {
        await this.#keepEdit()
        await writeFileAtomic(this.path, text)
      }
      this.#text = text
      this.#kept = snapshot
      this.#lastNotice = undefined
    } catch (error) {
      const loss = unwritable(this.#name, error)
      this.#loss = loss
      const kept = this.#kept
      if (kept) this.#follow(() => world.store.restore(kept))
      throw loss
    }
  }

  /** Saves an external edit, which was not loaded, in another file before it is overwritten. */
  async #keepEdit(): Promise<void> {
    const bytes = readRegularFile(this.path, maxBytes)
    if (!bytes || bytes.toString().replace(/^\ufeff/, '') === this.#text) return
    const path = await writeUnderFreeName(`${this.path}.theirs`, bytes)
    this.#notice(
      `Another program changed ${JSON.stringify(this.#name)} before a write; its version is saved in ${JSON.stringify(path)}.`,
    )
  }

  /** Synchronous, so that no request changes the posts in between. */
  #read(): string | undefined {
    try {
      const bytes = readRegularFile(this.path, maxBytes)
      return bytes && decodeDataFile(bytes, this.#name)
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

/** Writes bytes to the first of `NAME.1`, `NAME.2` … that does not exist, for the owner only, and returns its path. */
async function writeUnderFreeName(name: string, bytes: Uint8Array): Promise<string> {
  for (let number = 1; ; number++) {
    const path = `${name}.${number}`
    try {
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
