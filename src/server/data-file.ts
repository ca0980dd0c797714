import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync, statSync, unwatchFile, watchFile } from 'node:fs'
import { realpath, writeFile } from 'node:fs/promises'
import { isUnderstudyError, UnderstudyError } from '../../handlers/model/errors.ts'
import { parseJson, stringifyJson } from '../../handlers/model/json.ts'
import { parseSnapshot } from '../../handlers/store/seeding.ts'
import type { World } from '../../handlers/world/world.ts'
import { lockFile } from './pid-lock.ts'
import { replaceFile } from './replace-file.ts'

/** How often a file is looked at for changes, in milliseconds. */
const watchInterval = 100

const utf8 = new TextDecoder('utf-8', { fatal: true })

export interface DataFileOptions {
  readonly watch: boolean
  /** Called with what happens to the file beside the writes. */
  readonly notice: (message: string) => void
}

interface Writer {
  /** Settles when its latest change was saved, or could not be. */
  saved: Promise<void> | undefined
}

/**
 * A file with the posts of a world: `{ "posts": [...], "ids": {...} }`. After every change the whole file is replaced in
 * one step. Changes during a write are written together afterwards.
 */
export class DataFile {
  readonly #path: string
  readonly #world: World
  readonly #options: DataFileOptions
  /** Undefined while the file is closed. */
  #unlock: (() => void) | undefined
  /** The content of the file as we know it; undefined where it does not exist. */
  #bytes: Buffer | undefined
  /** The version of the posts that the file has. */
  #saved: object | undefined
  /** The latest of the tasks that read or write the file, one after the other. */
  #turn: Promise<void> = Promise.resolve()
  /** A write that has not begun. */
  #next: Promise<void> | undefined
  /** The task that changes the posts. */
  readonly #writer = new AsyncLocalStorage<Writer>()
  /** Stops following the changes; undefined while nothing is written. */
  #stop: (() => void) | undefined

  private constructor(path: string, world: World, options: DataFileOptions) {
    this.#path = path
    this.#world = world
    this.#options = options
  }

  /**
   * Opens and locks a data file; its posts, if it exists, become the initial posts of the world. Nothing is written.
   * @throws UnderstudyError `DATA_FILE_INVALID`, `DATA_FILE_UNWRITABLE`, `DATA_FILE_IN_USE`
   */
  static async open(name: string, world: World, options: DataFileOptions): Promise<DataFile> {
    // Keeps a link, and replaces its target.
    const file = new DataFile(await realpath(name).catch(() => name), world, options)
    file.#lock()
    try {
      const bytes = file.#read()
      if (bytes) file.#load(bytes)
      return file
    } catch (error) {
      file.#unlock?.()
      throw failed('read', file.#path, error)
    }
  }

  /**
   * Writes the posts from now on, and creates the file if it does not exist. A closed file is opened again.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE`, `DATA_FILE_IN_USE`
   */
  async keep(): Promise<void> {
    this.#lock()
    const { watch, notice } = this.#options
    const stopListening = this.#world.store.changed.add(() => {
      const saved = this.#save()
      const writer = this.#writer.getStore()
      if (writer) writer.saved = saved
      saved.catch((error: Error) => notice(error.message))
    })
    const reload = () => void this.#inTurn(() => this.#reload())
    this.#stop = () => {
      stopListening()
      unwatchFile(this.#path, reload)
    }
    await this.#save()
    if (watch) watchFile(this.#path, { interval: watchInterval, persistent: false }, reload)
  }

  /**
   * Performs a task, and resolves once its changes of the posts, and not those of others, are in the file.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE` where that failed; the next write tries again.
   */
  async persist<Result>(task: () => Promise<Result>): Promise<Result> {
    const writer: Writer = { saved: undefined }
    const result = await this.#writer.run(writer, task)
    await writer.saved
    return result
  }

  /** Writes pending changes, and stops. @throws UnderstudyError `DATA_FILE_UNWRITABLE` */
  async close(): Promise<void> {
    this.#stop?.()
    try {
      await this.#save()
    } finally {
      this.#stop = undefined
      this.#unlock?.()
      this.#unlock = undefined
    }
  }

  #lock(): void {
    try {
      this.#unlock ??= lockFile(this.#path)
    } catch (error) {
      throw failed('write', this.#path, error)
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
    const { store } = this.#world
    if (!this.#stop || store.version === this.#saved) return
    const { version } = store
    const bytes = Buffer.from(`${stringifyJson(store.snapshot(), 2)}\n`)
    try {
      await this.#keepEdit()
      await replaceFile(this.#path, bytes)
    } catch (error) {
      throw failed('write', this.#path, error)
    }
    this.#bytes = bytes
    this.#saved = version
  }

  /** Saves an edit that was not loaded in another file, before it is overwritten. */
  async #keepEdit(): Promise<void> {
    const theirs = this.#read()
    if (!theirs || (this.#bytes && theirs.equals(this.#bytes))) return
    const path = await writeUnderFreeName(`${this.#path}.theirs`, theirs)
    this.#options.notice(
      `Another program changed ${JSON.stringify(this.#path)} before a write; its version is saved in ${JSON.stringify(path)}.`,
    )
  }

  #reload(): void {
    const { store } = this.#world
    const { notice } = this.#options
    // A write that waits or failed sets the edit aside.
    if (store.version !== this.#saved) return
    const name = JSON.stringify(this.#path)
    try {
      const bytes = this.#read()
      if (bytes && this.#bytes?.equals(bytes)) return
      // An editor empties the file, and then writes it.
      if (bytes?.length === 0) return
      if (!bytes) return void notice(`The data file ${name} was removed; the next write creates it.`)
      this.#load(bytes)
      notice(`Reloaded ${name}: ${store.count} ${store.count === 1 ? 'post' : 'posts'}.`)
    } catch (error) {
      notice(`${failed('read', this.#path, error).message} The mock keeps its posts.`)
    }
  }

  /** Makes the posts of the file the initial posts of the world. */
  #load(bytes: Buffer): void {
    const { store } = this.#world
    store.setInitial(parseSnapshot(parseJson(utf8.decode(bytes)), this.#world))
    this.#saved = store.version
    this.#bytes = bytes
  }

  /** The content of the file. Synchronous, so that no request changes the posts meanwhile. */
  #read(): Buffer | undefined {
    try {
      // Reading a FIFO or a device may never end.
      if (!statSync(this.#path).isFile()) throw new Error('it is not a regular file')
      return readFileSync(this.#path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  #inTurn(task: () => Promise<void> | void): Promise<void> {
    this.#turn = this.#turn.catch(() => {}).then(task)
    return this.#turn
  }
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

/** An error about the file; one that says already what is wrong with the file stays. */
function failed(task: 'read' | 'write', path: string, cause: unknown): UnderstudyError {
  if (isUnderstudyError(cause) && cause.code.startsWith('DATA_FILE_')) return cause
  // The rest of a message of the system names a temporary file.
  const fact = (cause as Error).message
    .replace(/^Failed to load the posts: |\.$|, open .*$/g, '')
    .slice(0, 300)
  const [code, nextStep] =
    task === 'read'
      ? (['DATA_FILE_INVALID', 'Fix it; it was not changed.'] as const)
      : (['DATA_FILE_UNWRITABLE', 'Free disk space, or pass a file in a writable folder.'] as const)
  const message = `Failed to ${task} the data file ${JSON.stringify(path)}: ${fact}. ${nextStep}`
  return new UnderstudyError(code, message, { cause })
}
