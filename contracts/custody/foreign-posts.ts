import { type PostKey, postPath } from '../scenarios/addresses.ts'
import { plainRequest, type ReceivedReply, type Send } from '../scenarios/exchange.ts'
import { isAbsent, isLimited } from '../wire/status.ts'
import { isOneOf, postsShownIn, type SentPost, textsShown } from './sent-texts.ts'

/** A post that was there before the run, and is gone or changed. */
export interface LostPost {
  readonly path: string
  /** The title that it had. */
  readonly title: string
  readonly change: 'gone' | 'changed'
  /** The latest write before a list showed it, such as `DELETE /posts/7`. */
  readonly after: string
}

/** So many posts are compared: a longer list is that of a service which others use. */
const mostWatched = 10_000

/** The posts that are not the run's, for good; and which of those that were there before it are lost. */
export class ForeignPosts {
  /** The texts of those that were there before the run; undefined for others. */
  readonly #texts = new Map<PostKey, SentPost | undefined>()
  /** Those that the latest list showed changed or not at all, with the latest write before it; '' once they were read. */
  readonly #suspects = new Map<PostKey, string>()
  readonly #lost = new Map<PostKey, LostPost>()
  /** The paths of those that other clients edited. */
  readonly edited = new Set<string>()
  /** '' before the first one. */
  #latestWrite = ''
  readonly #hasMark: (text: string) => boolean

  /** @param marker each text of a post of this run has it. */
  constructor(marker: string) {
    this.#hasMark = (text) => text.includes(marker)
  }

  get lost(): readonly LostPost[] {
    return [...this.#lost.values()]
  }

  has(id: PostKey): boolean {
    return this.#texts.has(id)
  }

  add(id: PostKey): void {
    if (!this.has(id)) this.#texts.set(id, undefined)
  }

  /** Notes a write before it is sent. */
  writing(method: string, path: string): void {
    this.#latestWrite = `${method} ${path}`.slice(0, 100)
  }

  /** Whether a post was there before the run. */
  wasThere(id: PostKey): boolean {
    return this.#texts.get(id) !== undefined
  }

  /** Notes a list: the last one before the first write, or one to compare with it. */
  listed(list: ReadonlyMap<PostKey, SentPost>): void {
    if (this.#latestWrite === '') {
      const watched = [...this.#texts.keys()].slice(0, mostWatched)
      // In a sweep, a post with the mark was not there before its run.
      for (const id of watched)
        this.#texts.set(id, list.get(id)?.some(this.#hasMark) ? undefined : list.get(id))
    }
    for (const [id, texts] of this.#texts) {
      if (!texts) continue
      if (isSame(list.get(id), texts)) this.#suspects.delete(id)
      else if (!this.#suspects.has(id) && !this.#lost.has(id)) this.#suspects.set(id, this.#latestWrite)
    }
  }

  /** Reads the suspects that were not read before: the list may be wrong. @returns those that are lost. */
  async confirm(send: Send): Promise<readonly LostPost[]> {
    for (const [id, after] of this.#suspects) {
      if (after === '') continue
      const path = postPath(id)
      const [title = ''] = this.#texts.get(id) ?? []
      const reply = await send(plainRequest('GET', path))
      // Else it is read again the next time.
      if (reply.status < 500 && !isLimited(reply)) this.#suspects.set(id, '')
      const change = this.#changeOf(id, reply)
      if (change) this.#lost.set(id, { path, title, change, after })
    }
    return this.lost
  }

  /** What a read says has become of a suspect; undefined where it is as before, or another client edited it. */
  #changeOf(id: PostKey, reply: ReceivedReply): LostPost['change'] | undefined {
    if (isAbsent(reply)) return 'gone'
    const [post] = postsShownIn(reply)
    const [before = [], now] = [this.#texts.get(id), post && textsShown(post)]
    if (!now || isSame(now, before)) return undefined
    const known = [...this.#texts.values()].flatMap((texts = []) => texts)
    // A service that harms a post shows there texts of this run, or those of posts that there were, or none.
    const isOfAnother = (text: string) => !this.#hasMark(text) && !isOneOf(known, text)
    if (!now.every((text, at) => text === before[at] || isOfAnother(text))) return 'changed'
    this.#texts.set(id, now)
    this.edited.add(postPath(id))
    return undefined
  }
}

function isSame(one: SentPost | undefined, other: SentPost | undefined): boolean {
  return one?.join('\n') === other?.join('\n')
}

/** That other clients edited posts that were there before a run, in a sentence. */
export function editText(paths: ReadonlySet<string>): string {
  const more = paths.size > 1 ? ` and ${paths.size - 1} more` : ''
  return `Other clients changed posts that were there before this run: ${[...paths][0]}${more}.`
}

/** What became of posts that were there before a run, in a sentence. */
export function lossText(lost: readonly LostPost[]): string {
  const rows = lost.map(
    ({ path, title, change, after }) => `${path} ("${title}") is ${change} since ${after}`,
  )
  return `Posts that were there before this run are gone or changed: ${rows.slice(0, 5).join('; ')}.`
}
