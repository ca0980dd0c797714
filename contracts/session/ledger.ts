import { randomBytes } from 'node:crypto'
import type { PostId } from '../../handlers/model/post.ts'
import { type GivenSecrets, redactorFor } from '../redaction/redactor-for.ts'
import { madePost } from './ledger/evidence.ts'
import { ForeignIds, rangesOf } from './ledger/foreign-ids.ts'
import type { LedgerEntry, OwnedPost } from './ledger/ledger-entry.ts'
import { createLedgerFile, type LedgerFile } from './ledger/ledger-file.ts'
import { ledgerFolder } from './ledger/ledger-folder.ts'
import { type OpenCreate, OpenCreates } from './ledger/open-creates.ts'
import { thisProcess } from './ledger/run-process.ts'
import type { CleanUpLog, MadeFor } from './state-setup.ts'

/** What {@link openLedger} takes. */
export interface LedgerOptions {
  /** The provider's base address, without credentials. */
  readonly url: string
  /** Default `posts-understudy/ledger` in the user's state folder: XDG_STATE_HOME, ~/.local/state, %LOCALAPPDATA%. */
  readonly folder?: string
  /** What never stands in the file, also where a provider has put it into a post. */
  readonly secrets?: GivenSecrets
  /** Gives so many random bytes. Default those of node:crypto. */
  readonly random?: (bytes: number) => Uint8Array
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
}

/** A post that a run may have left at the provider. */
export interface PossibleLeftover {
  readonly title: string
  /** Undefined where the id never became known. */
  readonly id: PostId | undefined
}

/**
 * What a run owns at a provider, on disk before it is there. All that a run may ever change or remove is what its
 * ledger owns: posts that bear its marker, and those of {@link Ledger.madeFor}.
 */
export interface Ledger extends CleanUpLog, AsyncDisposable {
  /** Only this run has it; every title begins with it. */
  readonly marker: string
  /** The base address as the run was given it. */
  readonly url: string
  /** Path of the file. */
  readonly file: string
  /** Makes a title that no other post has, and that is no part of another title of this run. */
  nextTitle(): string
  /** Resolves when the title is on disk. @throws UnderstudyError `LEDGER_UNUSABLE` */
  willCreate(title: string): Promise<void>
  /** Follows a create that is about to leave; what it returns has to be told how that ended. */
  creating: OpenCreates['begin']
  /** Notes the body by which a post is about to be replaced: what has no mark in it takes the mark off the post. */
  replacing(id: PostId, sent: string): void
  /** Notes under which id a post is there. */
  created(post: Pick<OwnedPost, 'id' | 'title'> & { readonly content?: string }): void
  /** Takes over a post that bears no mark of this run, if the evidence suffices; tells its id then. */
  madeFor(evidence: MadeFor): PostId | undefined
  /** Notes that a post is gone, or not ours any more. */
  removed(id: PostId): void
  /** Notes ids of posts that are not the run's, also for a sweep: it must never write there. */
  foreign(ids: readonly PostId[]): void
  isForeign(id: PostId): boolean
  /** Whether so many posts of others were seen that no more are noted: any post that the run does not own counts as foreign then. */
  readonly areForeignTooMany: boolean
  /** Whether posts of others came since the first create of the run. */
  readonly areOthersAtWork: boolean
  /** Lets the run write to posts that a state hook has made for it, those that were there before left out. */
  lend(ids: readonly PostId[]): void
  /** Ends {@link Ledger.lend}. */
  returnAll(): void
  isLent(id: PostId): boolean
  /** Asks whether an earlier process has noted a title with this mark; what it sent is not known any more. */
  notedBefore(mark: string): boolean
  /** Notes that the list was read and every post in it with the marker is known by its id. */
  accounted(): void
  /** Posts owned now, oldest first. */
  readonly posts: readonly OwnedPost[]
  /** Creates of which nobody knows yet what came of them. */
  readonly openCreates: readonly OpenCreate[]
  /** Those of them whose post may come after the run, and will bear its mark. */
  readonly toCome: readonly OpenCreate[]
  /** The body by which an owned post was replaced last; undefined where it never was. */
  lastSentTo(id: PostId): string | undefined
  /** What may be left at the provider, as far as the ledger knows. */
  leftovers(): readonly PossibleLeftover[]
  /** Ends the ledger: its file is removed where nothing is left, and kept for a sweep otherwise. */
  close(): Promise<void>
}

/** Titles noted with one flush: on some systems it takes 20 ms. */
const block = 16
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const digits = '234567'

/**
 * Opens the ledger of a new run, its file included.
 *
 * @throws UnderstudyError `LEDGER_UNUSABLE` where the file cannot be written: then nothing may be created either.
 * @example
 * const ledger = await openLedger({ url: client.url })
 * const setup = new StateSetup({ send: client.send, nextTitle: ledger.nextTitle, cleanUpLog: ledger })
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { url, folder = ledgerFolder(), secrets = {}, random = randomBytes, now = Date.now } = options
  const marker = markerOf(random(8))
  const started = new Date(now()).toISOString()
  const file = await createLedgerFile(folder, { run: marker, url, started, ...thisProcess() })
  const { data } = redactorFor(secrets)
  return ledgerOf({ ...file, append: (entry) => file.append(data(entry)) }, marker, url, [], now)
}

/** The mark of a run: short, and of letters and digits alone, as a service may want its titles. */
function markerOf([first = 0, ...rest]: Uint8Array): string {
  return `pu${digits[first % digits.length]}${rest.map((byte) => alphabet[byte % 32]).join('')}`
}

/** The ledger that a file holds, to go on with: of a run that just began, or of one that ended badly. */
export function ledgerOf(
  file: LedgerFile,
  marker: string,
  url: string,
  entries: readonly LedgerEntry[],
  now: () => number,
): Ledger {
  const noted = new Set<string>()
  const posts = new Map<PostId, OwnedPost>()
  const foreign = new ForeignIds()
  const lent = new Set<PostId>()
  let areOthersAtWork = false
  const replacements = new Map<PostId, string>()
  const creates = new OpenCreates(marker)
  let titles = 0
  let accounted = false
  let flushed: Promise<void> = Promise.resolve()

  const take = (entry: LedgerEntry) => {
    if ('will' in entry) for (const title of entry.will) noted.add(title)
    if ('foreign' in entry) foreign.add(entry.foreign)
    if ('created' in entry) posts.set(entry.created.id, entry.created)
    if ('removed' in entry) {
      posts.delete(entry.removed)
      replacements.delete(entry.removed)
    }
  }
  const note = (entry: LedgerEntry) => {
    take(entry)
    file.append(entry)
  }
  const titleAt = (number: number) => `${marker}${String(number).padStart(5, '0')}`
  const isAccounted = () => accounted || creates.areAllUndone
  for (const entry of entries) take(entry)
  const notedBefore = new Set(noted)
  const close = async () => {
    const clean = posts.size === 0 && creates.toCome.length === 0 && (isAccounted() || noted.size === 0)
    if (!clean) note({ closed: new Date(now()).toISOString() })
    await file.close(clean)
  }

  return {
    marker,
    url,
    file: file.path,
    nextTitle: () => titleAt(++titles),
    willCreate(title) {
      accounted = false
      if (!noted.has(title)) {
        const ahead = Array.from({ length: block }, (_, index) => titleAt(titles + index))
        note({ will: [...new Set([title, ...ahead])] })
        flushed = file.flush()
      }
      return flushed
    },
    creating: (sent, before) => creates.begin(sent, before),
    replacing(id, sent) {
      if (posts.has(id)) replacements.set(id, sent)
    },
    created(post) {
      const { id, title } = post
      creates.close(post)
      if (posts.get(id)?.title !== title) note({ created: { id, title } })
    },
    madeFor(evidence) {
      const { id, before } = evidence
      if (id === undefined && areOthersAtWork) return undefined
      // Where the reply names no id, those of the run that bear no mark are no newcomers.
      const post = madePost(
        id === undefined
          ? { ...evidence, before: { has: (each) => before.has(each) || posts.has(each) } }
          : evidence,
      )
      if (post) creates.close(post, evidence.sent)
      // Its id may be one that a post of this run had before.
      if (post && posts.get(post.id)?.unmarked !== post.unmarked) note({ created: post })
      return post?.id
    },
    removed(id) {
      if (posts.has(id)) note({ removed: id })
    },
    foreign(ids) {
      areOthersAtWork ||= creates.areAny
      note({ foreign: rangesOf(ids) })
    },
    isForeign: (id) => foreign.has(id) || (foreign.isFull && !posts.has(id)),
    get areForeignTooMany() {
      return foreign.isFull
    },
    get areOthersAtWork() {
      return areOthersAtWork
    },
    lend(ids) {
      for (const id of ids) if (!foreign.has(id)) lent.add(id)
    },
    returnAll: () => lent.clear(),
    isLent: (id) => lent.has(id),
    // Titles of one sequence are noted by what all of them begin with.
    notedBefore: (mark) => notedBefore.has(mark) || notedBefore.has(mark.replace(/\d+$/, '')),
    accounted() {
      accounted = true
    },
    get posts() {
      return [...posts.values()]
    },
    get openCreates() {
      return creates.all
    },
    get toCome() {
      return creates.toCome
    },
    lastSentTo: (id) => replacements.get(id),
    leftovers() {
      const known = [...posts.values()].map(({ id, title }) => ({ id, title }))
      const unknown = noted.size > 0 && !isAccounted()
      return unknown ? [...known, { id: undefined, title: `${marker}*` }] : known
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
