import { readFileSync } from 'node:fs'
import { access, constants, readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { World } from '../../handlers/world/world.ts'
import { decodeDataFile, formatDataFile, parseDataFile, unreadable, unwritable } from './data-file-text.ts'
import { removeDrafts, writeAtomically } from './write-atomically.ts'

/**
 * A file that holds the posts of a world. After every change the whole file is replaced in one step, so it can be read
 * at any moment, also after the process was killed. Changes that come while it is written go together into one further
 * writing.
 */
export class DataFile {
  readonly #name: string
  readonly #path: string
  readonly #notice: (message: string) => void
  /** What the file held when it was last read or written; undefined where there is none. */
  #text: string | undefined
  #turn: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #world: World | undefined
  #isReloading = false
  #stop = () => {}

  private constructor(
    name: string,
    path: string,
    text: string | undefined,
    notice: (message: string) => void,
  ) {
    this.#name = name
    this.#path = path
    this.#text = text
    this.#notice = notice
  }

  /**
   * Opens a data file and reads it. Nothing is written: what is broken stays as it is.
   * @throws UnderstudyError `DATA_FILE_INVALID`, `DATA_FILE_UNWRITABLE`
   */
  static async open(name: string, notice: (message: string) => void): Promise<DataFile> {
    // A link stays one, and what it leads to is replaced.
    const path = await realpath(name).catch(() => name)
    try {
      await access(dirname(path), constants.W_OK)
      await removeDrafts(path)
    } catch (error) {
      throw unwritable(name, error)
    }
    return new DataFile(name, path, readText(path, name), notice)
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
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE`
   */
  async keep(world: World): Promise<void> {
    this.#world = world
    this.#stop = world.store.listen(() => {
      if (!this.#isReloading) this.#save().catch((error: Error) => this.#notice(error.message))
    })
    if (!this.exists) await this.#save()
  }

  /** Settles once every change so far is in the file; rejects where it could not be written. */
  saved(): Promise<void> {
    return this.#next ?? this.#turn
  }

  /** Takes over what somebody else wrote into the file; what is broken is reported and left alone. */
  reload(): Promise<void> {
    return this.#inTurn(() => {
      try {
        this.#isReloading = true
        this.#takeOver(readText(this.#path, this.#name))
      } catch (error) {
        this.#notice((error as Error).message)
      } finally {
        this.#isReloading = false
      }
    })
  }

  /**
   * Writes what is not written yet, and keeps no more.
   * @throws UnderstudyError `DATA_FILE_UNWRITABLE`
   */
  async close(): Promise<void> {
    this.#stop()
    await this.saved().catch(() => this.#save())
  }

  #save(): Promise<void> {
    this.#next ??= this.#inTurn(() => {
      this.#next = undefined
      return this.#write()
    })
    return this.#next
  }

  async #write(): Promise<void> {
    if (!this.#world) return
    const text = formatDataFile(this.#world.store.snapshot())
    if (text === this.#text) return
    try {
      await this.#spare()
      await writeAtomically(this.#path, text)
    } catch (error) {
      throw unwritable(this.#name, error)
    }
    this.#text = text
  }

  /** What somebody else wrote in the meantime is work all the same, broken or not, and no write shall destroy it. */
  async #spare(): Promise<void> {
    const bytes = await readFile(this.#path).catch(() => undefined)
    if (!bytes || bytes.toString() === this.#text) return
    await writeFile(`${this.#path}.theirs`, bytes)
    const name = JSON.stringify(this.#name)
    this.#notice(`Somebody else wrote to ${name}; what they wrote is in "${this.#name}.theirs" now.`)
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
      this.#notice(`The data file ${name} is gone; the next write makes it again.`)
      return
    }
    world.store.begin(parseDataFile(text, this.#name, world))
    this.#text = text
    const { count } = world.store
    this.#notice(`Reloaded ${name}: it holds ${count} ${count === 1 ? 'post' : 'posts'} now.`)
  }
}

/** Read at one go: no request can change the posts between the reading and the taking over. */
function readText(path: string, name: string): string | undefined {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw unreadable(name, message)
  }
  return decodeDataFile(bytes, name)
}
