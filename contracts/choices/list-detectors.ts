import { type ExtraFieldType, firstId, type IdAssignment } from '../../handlers/choices/answers.ts'
import type { Profile } from '../../handlers/choices/profile.ts'
import { fieldNames } from '../../handlers/fields.ts'
import { isObject } from '../../handlers/model/json.ts'
import { comparePostIds, type PostId, toPostId } from '../../handlers/model/post.ts'
import { asList } from '../scenarios/post-text.ts'
import { nextPage } from '../wire/whole-list.ts'
import {
  type Detectors,
  isSameAnswer,
  masked,
  type Observation,
  other,
  seen,
  undetermined,
} from './detection.ts'

/** The detectors of what the list, and the order in which posts were created and deleted, show. */
export const listDetectors: Detectors = {
  'id.assignment': (_shown, { history, beganEmpty, areOthersAtWork }) => {
    // An id that a client chose may be far above the others.
    const named = history.findIndex(({ kind }) => kind === 'named')
    const events = named < 0 ? history : history.slice(0, named)
    const ids = [...new Set(events.filter(({ kind }) => kind === 'created').map(({ id }) => id))]
    const [first] = ids
    if (first === undefined || ids.length < 5) return undetermined('too few posts were created to tell')
    if (!isSorted(ids)) return seen('unordered')
    const isBeyond = first > Number.MAX_SAFE_INTEGER
    // A service may skip an id now and then, or give it to another client.
    if (!isBeyond && ids.every((id, at) => at === 0 || distance(ids[at - 1] ?? id, id) > 1n)) {
      const gaps = `each new id leaves a gap, such as ${ids.slice(0, 3).join(', ')}`
      return areOthersAtWork ? undetermined(gaps) : other(gaps)
    }
    // New ids continue after those of earlier posts, also of deleted ones, but do not come to those that no number holds.
    const fits = (expected: IdAssignment) =>
      expected !== 'unordered' && firstId(expected) > Number.MAX_SAFE_INTEGER === isBeyond
    return { ...seen(assignmentFrom(first, beganEmpty)), fits }
  },

  'id.reuse': (_shown, { history }, read) => {
    const assignment = read('id.assignment')
    if (assignment.kind === 'seen' && assignment.answer === 'unordered')
      return masked('it has no effect: id.assignment is unordered')
    const alive = new Set<PostId>()
    const gone = new Set<PostId>()
    const counts = { above: 0, below: 0, never: 0 }
    for (const { kind, id } of history) {
      if (kind === 'deleted') {
        alive.delete(id)
        gone.add(id)
        continue
      }
      const highest = [...alive].toSorted(comparePostIds).at(-1)
      const wasGone = gone.delete(id)
      // In an empty list, a reused first id is both the lowest free one and the one after the highest.
      if (kind === 'created' && highest !== undefined) {
        if (wasGone) counts[id > highest ? 'above' : 'below']++
        else if ([...gone].some((freed) => freed > highest)) counts.never++
      }
      alive.add(id)
    }
    if (counts.below > 0) return seen('lowest-free')
    if (counts.above > 0) return seen('highest-plus-one')
    return counts.never > 0
      ? seen('never')
      : undetermined('no post was created right after the latest one was deleted')
  },

  'list.order': ([observation], { history }) => {
    const ids = postsOf(observation).flatMap(({ id }) => toPostId(id) ?? [])
    if (ids.length < 3) return undetermined('too few posts were listed to tell')
    // The list was read once the latest of its posts was created; others may have had their ids before it, or later.
    const own = ids.filter((each) => history.some(({ id }) => id === each))
    const created = new Map<PostId, number>()
    for (const [at, { kind, id }] of history.entries()) {
      if (own.every((each) => created.has(each))) break
      if (kind === 'deleted') created.delete(id)
      else created.set(id, at)
    }
    // A broken service may list a post twice.
    const ages = [...new Set(ids)].flatMap((id) => created.get(id) ?? [])
    const orders = [
      ['id-ascending', isSorted(ids)],
      ['id-descending', isSorted(ids.toReversed())],
      ['insertion', isSorted(ages)],
    ] as const
    const fitting = orders.flatMap(([order, isFitting]) => (isFitting ? order : []))
    if (fitting.length > 1 && history.some(({ kind }) => kind === 'named'))
      return undetermined(`the list fits ${fitting.join(' and ')}`)
    return {
      ...seen(fitting[0] ?? 'unordered'),
      // Without an order, the list may have any by chance.
      fits: (expected) => expected === 'unordered' || fitting.some((order) => order === expected),
    }
  },

  'list.page-size': ([observation]) => {
    const { length } = postsOf(observation)
    if (nextPage(observation.exchange.reply) !== undefined) return seen(length)
    return {
      ...seen<'none' | number>('none'),
      fits: (expected) => expected === 'none' || expected >= length,
    }
  },

  'post.extra-fields': ([observation], { history }) => {
    const created = new Set(history.map(({ id }) => id))
    const own = postsOf(observation).filter(({ id }) => created.has(toPostId(id) ?? Number.NaN))
    const [first, ...others] = own
    if (!first) return undetermined('no post of this run was listed')
    // A field that not all posts have was sent by a client.
    const names = Object.keys(first).filter(
      (name) => !postFields.includes(name) && others.every((post) => Object.hasOwn(post, name)),
    )
    const types = Object.fromEntries(names.map((name) => [name, typeOf(first[name])]))
    const namesIn = (fields: Profile['post.extra-fields']) =>
      Object.keys(fields === 'none' ? {} : fields).toSorted()
    return {
      ...seen((names.length === 0 ? 'none' : types) as Profile['post.extra-fields']),
      fits: (expected) => isSameAnswer(namesIn(expected), names.toSorted()),
    }
  },
}

const postFields = ['id', ...fieldNames]

function assignmentFrom(first: PostId, beganEmpty: boolean): IdAssignment {
  if (first === firstId('beyond-2^53') || (!beganEmpty && first > Number.MAX_SAFE_INTEGER))
    return 'beyond-2^53'
  return beganEmpty && first !== 1 ? { from: first } : 'sequential'
}

function distance(from: PostId, to: PostId): bigint {
  return BigInt(to) - BigInt(from)
}

/** The posts in a list. */
function postsOf({ exchange }: Observation) {
  return (asList(exchange.reply.body) ?? []).filter(isObject)
}

function isSorted(ids: readonly PostId[]): boolean {
  return ids.every((id, at) => at === 0 || comparePostIds(ids[at - 1] ?? id, id) <= 0)
}

/** The type of a value in an answer; any other is in no profile. */
function typeOf(value: unknown): ExtraFieldType | 'object' {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number' || typeof value === 'bigint')
    return toPostId(value) === undefined ? 'number' : 'integer'
  if (typeof value !== 'string') return 'object'
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) ? 'timestamp' : 'string'
}
