import { randomBytes } from 'node:crypto'
import { stringifyJson } from '../../handlers/model/json.ts'
import type { PostId } from '../../handlers/model/post.ts'
import { type GivenSecrets, redactorFor } from '../redaction/redactor-for.ts'
import { runMark, runMarkBytes, titleOf } from '../spec/marks.ts'
import { type MadeFor, madePost } from './evidence.ts'
import { ForeignIds, rangesOf } from './foreign-ids.ts'
import type { LedgerEntry, OwnedPost, SentEntry, SentPost } from './ledger-entry.ts'
import { createLedgerFile, type LedgerFile, ledgerFolder } from './ledger-file.ts'
import { type OpenCreate, OpenCreates } from './open-creates.ts'
import { thisProcess } from './run-process.ts'
import { SentTexts, sentIn } from './sent-texts.ts'

export interface LedgerOptions {
  /** The provider's base address, without credentials. */
  readonly url: string
  /** Default `posts-understudy/ledger` in the user's state folder: XDG_STATE_HOME, ~/.local/state, %LOCALAPPDATA%. */
  readonly folder?: string
  /** Redacted in the file. */
  readonly secrets?: GivenSecrets
}

/** A post that a run may have left at the provider. */
export interface PossibleLeftover {
  readonly title: string
  /** Undefined where the id never became known, or the post does not exist yet. */
  readonly id: PostId | undefined
  /** Why the post may be foreign, or may not exist, to follow a colon: it is reported, not removed. */
  readonly reason?: string
}

/**
 * The posts of a run at a provider, on disk before each is created. A run changes and removes nothing else: only
 * posts with its marker, and those of {@link Ledger.madeFor}.
 */
export interface Ledger extends AsyncDisposable {
  /** Unique to the run; every title begins with it. */
  readonly marker: string
  readonly file: string
  /** A new unique title; no title of a run contains another. */
  nextTitle(): string
  /** Resolves when the title is on disk. @throws UnderstudyError `LEDGER_UNUSABLE` */
  willCreate(title: string): Promise<void>
  /** Call before a create is sent; call the returned function with the outcome. */
  creating: OpenCreates['begin']
  /** Call before a replace is sent; its path may have no id. */
  replacing(id: PostId | undefined, sent: string): void
  created(post: Pick<OwnedPost, 'id' | 'title'> & { readonly content?: string }): void
  /** Takes ownership of a post without a mark of the run, if the evidence suffices; returns its id then. */
  madeFor(evidence: MadeFor): PostId | undefined
  /** Notes that a post is deleted, or not the run's any more. */
  removed(id: PostId): void
  /** Notes foreign posts, also for a sweep: it must never write to them. */
  foreign(ids: readonly PostId[]): void
  isForeign(id: PostId): boolean
  /**
   * Whether there are too many foreign posts to note: every post that the run does not own counts as foreign then.
   */
  readonly areForeignTooMany: boolean
  /** Whether foreign posts appeared since the first create of the run. */
  readonly areOthersAtWork: boolean
  /** The texts that the run sent, those of an earlier process too. */
  readonly sent: SentTexts
  /** Notes the texts of a create whose reply has this id. */
  gave(id: PostId, texts: SentPost): void
  /** Notes that the id of every listed post with the marker is known. */
  accounted(): void
  /** The posts owned now, oldest first. */
  readonly posts: readonly OwnedPost[]
  owned(id: PostId): OwnedPost | undefined
  /** Creates whose post is not known yet. */
  readonly openCreates: readonly OpenCreate[]
  /** Open creates whose post, with the mark, may appear after the run. */
  readonly toCome: readonly OpenCreate[]
  /** What may be left at the provider. */
  leftovers(): readonly PossibleLeftover[]
  /** Closes the ledger. Removes its file where nothing is left, keeps it for a sweep otherwise. */
  close(): Promise<void>
}

/** Titles noted with one flush, which takes 20 ms on some systems. */
const block = 16

/**
 * Opens the ledger of a new run and creates its file.
 *
 * @throws UnderstudyError `LEDGER_UNUSABLE` where the file cannot be written.
 * @example
 * const ledger = await openLedger({ url: client.url })
 * const setup = new StateSetup({ send: client.send, nextTitle: ledger.nextTitle, cleanUpLog: ledger })
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { url, folder = ledgerFolder(), secrets = {} } = options
  const marker = runMark(randomBytes(runMarkBytes))
  const started = new Date().toISOString()
  const file = await createLedgerFile(folder, { run: marker, url, started, ...thisProcess() })
  const { data } = redactorFor(secrets)
  return ledgerOf({ ...file, append: (entry) => file.append(data(entry)) }, marker, [])
}

/** Continues the ledger in a file, of a new run or of one that crashed. */
export function ledgerOf(file: LedgerFile, marker: string, entries: readonly LedgerEntry[]): Ledger {
  const noted = new Set<string>()
  const posts = new Map<PostId, OwnedPost>()
  const foreign = new ForeignIds()
  let areOthersAtWork = false
  const sent = new SentTexts(marker)
  const creates = new OpenCreates(marker)
  let titles = 0
  let accounted = false
  let flushed: Promise<void> = Promise.resolve()

  const take = (entry: LedgerEntry) => {
    if ('will' in entry) for (const title of entry.will) noted.add(title)
    if ('foreign' in entry) foreign.add(entry.foreign)
    if ('created' in entry) posts.set(entry.created.id, entry.created)
    if ('removed' in entry) posts.delete(entry.removed)
  }
  const takeSent = ({ sent: [title, content], to, gave }: SentEntry) => {
    if (gave !== undefined) sent.noteTo(gave, [title, content])
    else sent.note(stringifyJson({ title, content }), to)
  }
  const note = (entry: LedgerEntry) => {
    take(entry)
    file.append(entry)
  }
  /** Whether posts may exist whose ids are unknown. */
  const mayHaveUnknown = () => noted.size > 0 && !accounted && !creates.areAllUndone
  for (const entry of entries) {
    if ('created' in entry) sent.noteKnown(entry.created.id, entry.created.title)
    if ('sent' in entry) takeSent(entry)
    take(entry)
  }
  const close = async () => {
    const clean = posts.size === 0 && creates.toCome.length === 0 && !mayHaveUnknown()
    if (!clean) note({ closed: new Date().toISOString() })
    await file.close(clean)
  }

  return {
    marker,
    file: file.path,
    nextTitle: () => titleOf(marker, ++titles),
    willCreate(title) {
      accounted = false
      if (!noted.has(title)) {
        const ahead = Array.from({ length: block }, (_, index) => titleOf(marker, titles + index))
        note({ will: [...new Set([title, ...ahead])] })
        flushed = file.flush()
      }
      return flushed
    },
    sent,
    gave(id, texts) {
      sent.noteTo(id, texts)
      note({ sent: texts, gave: id })
    },
    creating(body, before) {
      note({ sent: sentIn(body) })
      return creates.begin(body, before)
    },
    replacing(id, body) {
      const texts = sentIn(body)
      if (id !== undefined) sent.noteTo(id, texts)
      note({ sent: texts, to: id })
    },
    created(post) {
      const { id, title } = post
      creates.close(post)
      if (posts.get(id)?.title !== title) note({ created: { id, title } })
    },
    madeFor(evidence) {
      const { id, before } = evidence
      if (id === undefined && areOthersAtWork) return undefined
      // Where the reply names no id, posts of the run without a mark are not new.
      const post = madePost(
        id === undefined
          ? { ...evidence, before: { has: (each) => before.has(each) || posts.has(each) } }
          : evidence,
      )
      if (post) creates.close(post, evidence.sent)
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
    accounted() {
      accounted = true
    },
    get posts() {
      return [...posts.values()]
    },
    owned: (id) => posts.get(id),
    get openCreates() {
      return creates.all
    },
    get toCome() {
      return creates.toCome
    },
    leftovers() {
      const known = [...posts.values()].map(({ id, title }) => ({ id, title }))
      return mayHaveUnknown() ? [...known, { id: undefined, title: `${marker}*` }] : known
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
