import { eachField, type FieldName, fieldNames, type PostFields } from '../../handlers/fields.ts'
import type { PostId } from '../../handlers/model/post.ts'

/** A post of this run, with its expected fields. */
export interface OwnPost extends PostFields {
  readonly id: PostId
}

/** A post was created under an id that the service chose (`created`) or the client (`named`), or was deleted. */
export interface IdEvent {
  readonly kind: 'created' | 'named' | 'deleted'
  readonly id: PostId
}

export const allViews = ['list', 'read'] as const
export type View = (typeof allViews)[number]

/** What a text of a post must be: the sent one, or not the one that a replace must have removed. */
export type Expected = { readonly kind: 'text' | 'not'; readonly text: string } | { readonly kind: 'unknown' }

export type Expectation = Readonly<Record<FieldName, Expected>>

/** What is known of an id. Moments are numbers of writes. */
interface Known {
  /** Possible: the run may have a post there, as a write with an unknown effect may have made it. */
  readonly state: 'there' | 'gone' | 'possible' | 'unknown'
  /** Every version, in order, also of a deleted post. A text that was not sent is empty. */
  readonly versions: readonly PostFields[]
  /** What the texts of the latest version must be. */
  readonly expected?: Expectation
  /** The texts of the latest version as a view showed them right, the last time. */
  readonly shown?: PostFields | undefined
  readonly madeAt: number
  /** When each view last showed it right. */
  readonly rightAt: { readonly [Each in View]?: number }
}

export interface Write {
  readonly method: string
  /** Undefined for a create. */
  readonly id: PostId | undefined
  readonly body: string
}

/**
 * The reference model of a sequence (model-based testing): what may be there now, for every post. Immutable;
 * {@link apply} makes the next one.
 */
export interface ReferenceModel {
  /** In the order of their latest create or delete. */
  readonly posts: ReadonlyMap<PostId, Known>
  readonly writes: readonly Write[]
  readonly idEvents: readonly IdEvent[]
  /** Foreign ids in the latest list. */
  readonly foreign: ReadonlySet<PostId>
  /** What is odd in the latest list, by id or text. */
  readonly odd: ReadonlySet<unknown>
  /** When the list last had no unknown posts. */
  readonly listRightAt: number
}

/** What changes what may be there, or what is known of it. */
export type ModelEvent =
  | ({ readonly kind: 'write' } & Write)
  /**
   * A post has these fields now.
   * @property chosenBy who chose its id, where it is new. Default the service.
   * @property expected what its texts must be. Default these.
   */
  | {
      readonly kind: 'written'
      readonly post: OwnPost
      readonly chosenBy?: 'service' | 'client'
      readonly expected?: Expectation
    }
  | { readonly kind: 'deleted'; readonly id: PostId }
  /** The texts of a post are not known any more. */
  | { readonly kind: 'incomplete'; readonly id: PostId }
  /** A view is right about these ids. @property shown the posts that it shows. */
  | {
      readonly kind: 'right'
      readonly view: View
      readonly shown: ReadonlyMap<PostId, PostFields | undefined>
    }
  /** The whole list was read. @property isRight whether it had no unknown posts. */
  | ({ readonly kind: 'listed'; readonly isRight: boolean } & Pick<ReferenceModel, 'foreign' | 'odd'>)

/** A model without posts of the run. */
export function emptyModel(foreign: ReadonlySet<PostId> = new Set()): ReferenceModel {
  const nothing = { posts: new Map(), writes: [], idEvents: [], listRightAt: 0 }
  return { ...nothing, foreign, odd: new Set() }
}

/**
 * The model after an event.
 * @example
 * const model = apply(emptyModel(), { kind: 'written', post: { id: 7, title: 'A', content: 'B' } })
 * alive(model) // [{ id: 7, title: 'A', content: 'B' }]
 */
export function apply(model: ReferenceModel, event: ModelEvent): ReferenceModel {
  const { writes, idEvents } = model
  switch (event.kind) {
    case 'write': {
      const { kind: _kind, ...write } = event
      return { ...model, writes: [...writes, write] }
    }
    case 'written': {
      const { post, chosenBy } = event
      const { id, ...fields } = post
      const known = knownOf(model, id)
      const { expected = eachField((name) => ({ kind: 'text', text: fields[name] })) } = event
      const written = { versions: [...known.versions, fields], expected, shown: undefined }
      if (known.state === 'there') return withKnown(model, id, written)
      const made = { ...written, state: 'there', madeAt: writes.length, rightAt: {} } as const
      const kind = chosenBy === 'client' ? 'named' : 'created'
      return { ...withKnown(model, id, made), idEvents: [...idEvents, { kind, id }] }
    }
    case 'deleted': {
      const { id } = event
      if (!postOf(model, id)) return model
      return { ...withKnown(model, id, { state: 'gone' }), idEvents: [...idEvents, { kind: 'deleted', id }] }
    }
    case 'incomplete': {
      const expected = eachField(() => ({ kind: 'unknown' }) as const)
      const isNew = knownOf(model, event.id).state === 'unknown'
      return withKnown(model, event.id, { expected, shown: undefined, ...(isNew && { state: 'possible' }) })
    }
    case 'right': {
      const right = [...event.shown].map(([id, post]) => {
        const known = knownOf(model, id)
        const shown = known.state === 'there' ? (post ?? known.shown) : undefined
        return [id, { ...known, shown, rightAt: { ...known.rightAt, [event.view]: writes.length } }] as const
      })
      return { ...model, posts: new Map([...model.posts, ...right]) }
    }
    case 'listed': {
      const { foreign, odd, isRight } = event
      return { ...model, foreign, odd, listRightAt: isRight ? writes.length : model.listRightAt }
    }
  }
}

const unknown: Known = { state: 'unknown', versions: [], madeAt: 0, rightAt: {} }

/** What is known of an id: nothing where no event was about it. */
export function knownOf({ posts }: ReferenceModel, id: PostId): Known {
  return posts.get(id) ?? unknown
}

/** A post whose state changes comes last. */
function withKnown(model: ReferenceModel, id: PostId, change: Partial<Known>): ReferenceModel {
  const posts = new Map(model.posts)
  const known = { ...knownOf(model, id), ...change }
  if (change.state !== undefined) posts.delete(id)
  return { ...model, posts: posts.set(id, known) }
}

function idsOf({ posts }: ReferenceModel, state: Known['state']): PostId[] {
  return [...posts].flatMap(([id, known]) => (known.state === state ? id : []))
}

/** Existing posts, oldest first. */
export function alive(model: ReferenceModel): OwnPost[] {
  return idsOf(model, 'there').flatMap((id) => postOf(model, id) ?? [])
}

/** Ids of deleted posts that no existing post has, the latest deleted last. */
export function gone(model: ReferenceModel): PostId[] {
  return idsOf(model, 'gone')
}

/** Ids under which the run may have a post. */
export function removable(model: ReferenceModel): PostId[] {
  return [...idsOf(model, 'there'), ...idsOf(model, 'possible')]
}

/** An existing post. */
export function postOf(model: ReferenceModel, id: PostId): OwnPost | undefined {
  const { state, versions } = knownOf(model, id)
  const latest = versions.at(-1)
  return state === 'there' && latest ? { id, ...latest } : undefined
}

export function isGone(model: ReferenceModel, id: PostId): boolean {
  return knownOf(model, id).state === 'gone'
}

/** Whether some text of a post is not known, so that it may not even be one. */
export function isIncomplete(model: ReferenceModel, id: PostId): boolean {
  return Object.values(knownOf(model, id).expected ?? {}).some(({ kind }) => kind !== 'text')
}

/**
 * A post for an example: complete, neither the oldest nor the newest, least recently written; undefined where there is
 * none.
 */
export function spare(model: ReferenceModel, other?: PostId): OwnPost | undefined {
  const writtenAt = (post: OwnPost) => model.writes.findLastIndex(({ id }) => id === post.id)
  const all = alive(model).slice(1, -1)
  const some = all.filter(({ id }) => id !== other && !isIncomplete(model, id))
  return some.toSorted((one, another) => writtenAt(one) - writtenAt(another))[0]
}

/** Whether a post ever had these texts. */
export function hadTexts({ posts }: ReferenceModel, texts: PostFields): boolean {
  return [...posts.values()].some(({ versions }) => versions.some((version) => areEqual(version, texts)))
}

/** Whether a view showed a post right since it was last written. */
export function wasRight(model: ReferenceModel, id: PostId, view: View): boolean {
  const rightAt = knownOf(model, id).rightAt[view]
  return rightAt !== undefined && model.writes.slice(rightAt).every((write) => write.id !== id)
}

/**
 * Whether a view showed a post right and it was not written since: if it is wrong now, that is not a late write.
 * What it showed must be the latest write: a text that the post had before may be from then.
 */
export function mustBeRight(model: ReferenceModel, id: PostId, view: View): boolean {
  const { versions } = knownOf(model, id)
  const hadSameBefore = versions.slice(0, -1).some((version) => areEqual(version, versions.at(-1)))
  return wasRight(model, id, view) && !hadSameBefore
}

/** Whether two posts have the same texts. */
export function areEqual(one: PostFields | undefined, other: PostFields | undefined): boolean {
  return fieldNames.every((name) => one?.[name] === other?.[name])
}
