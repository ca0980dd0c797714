import type { Profile } from '../../../handlers/choices/profile.ts'
import { isInt64, type NextId, nextId } from './next-id.ts'

/** A JSON value with every integer as a bigint. */
export type Exact = null | boolean | number | bigint | string | Exact[] | { [key: string]: Exact }
export type ExactObject = { [key: string]: Exact }

/** What a client may know of a post: what was sent, and what the service was seen to add. */
export interface KnownPost {
  readonly title: string
  readonly content: string
  /** Further fields that a client sent and the profile stores. */
  readonly extra: ExactObject
  /** The fields that the service adds; undefined until one look at the post. */
  service?: ExactObject | undefined
}

/** The state of the service, as far as the requests so far tell it. */
export class Model {
  readonly profile: Profile
  readonly posts = new Map<bigint, KnownPost>()
  readonly everUsed = new Set<bigint>()
  readonly brought = new Set<bigint>()
  /** The id of the post that was created last. */
  last: bigint | undefined
  /** The list since the last change, once it was found to be right: its order and its text. */
  list: { readonly order: readonly bigint[]; readonly text: string } | undefined

  constructor(profile: Profile) {
    this.profile = profile
  }

  /** What the id of the next created post may be. */
  get nextId(): NextId {
    return nextId(this.profile, { ...this, inUse: new Set(this.posts.keys()) })
  }

  /** Takes a post over, under an id that the service chose or a client brought. */
  put(id: bigint, post: KnownPost, isBrought = false): void {
    const known = this.posts.get(id)
    if (!known && isBrought) this.brought.add(id)
    this.posts.set(id, { ...post, service: known?.service ?? post.service })
    this.everUsed.add(id)
    this.list = undefined
  }

  delete(id: bigint): void {
    this.posts.delete(id)
    this.list = undefined
  }

  copy(): Model {
    const copy = new Model(this.profile)
    for (const [id, post] of this.posts) copy.posts.set(id, { ...post })
    for (const id of this.everUsed) copy.everUsed.add(id)
    for (const id of this.brought) copy.brought.add(id)
    copy.last = this.last
    copy.list = this.list
    return copy
  }
}

/** Compares a post that a reply shows; looks at the service's own fields for the first time here. */
export function isShown(model: Model, shown: Exact, id: bigint, post: KnownPost): boolean {
  if (!isObject(shown)) return false
  const types = model.profile['post.extra-fields']
  const added = types === 'none' ? [] : Object.entries(types)
  const isAdded = (name: string) => added.some(([other]) => other === name)
  const stored = Object.entries(post.extra).filter(([name]) => !isAdded(name))
  const own = Object.entries(shown).filter(([name]) => !isAdded(name))
  const service = fromEntries(Object.entries(shown).filter(([name]) => isAdded(name)))
  const { title, content } = post
  const isRight =
    same(fromEntries(own), { ...fromEntries(stored), id, title, content }) &&
    same(service, post.service ?? service) &&
    added.every(([name, type]) => isOfType(type, service[name]))
  post.service ??= service
  return isRight
}

function isOfType(type: string, value: Exact | undefined): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'integer':
      return typeof value === 'bigint' && isInt64(value)
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
    case 'boolean':
      return typeof value === 'boolean'
    default:
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value)
  }
}

/** Asks whether a value is a JSON object. */
export function isObject(value: Exact | undefined): value is ExactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As Object.fromEntries: a key named `__proto__` stays a key. */
export function fromEntries(entries: Iterable<readonly [string, Exact]>): ExactObject {
  return Object.fromEntries(entries)
}

/** Compares two JSON values; the order of keys does not count. */
export function same(one: Exact | undefined, other: Exact | undefined): boolean {
  if (one === other || Object.is(one, other)) return true
  if (typeof one === 'number' && typeof other === 'bigint')
    return Number.isInteger(one) && BigInt(one) === other
  if (typeof one === 'bigint' && typeof other === 'number') return same(other, one)
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [left, right] = [Object.entries(one), Object.entries(other)]
  return (
    left.length === right.length &&
    left.every(([key, value]) => Object.hasOwn(other, key) && same(value, (other as ExactObject)[key]))
  )
}
