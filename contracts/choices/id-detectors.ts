import { firstId, type IdAssignment } from '../../handlers/choices/answers.ts'
import { comparePostIds, type PostId } from '../../handlers/model/post.ts'
import { type Detectors, type Observations, seen, unknown } from './detection.ts'

/** The detectors of choices about ids. */
export const idDetectors: Detectors = {
  'id.assignment': ({ history, beganEmpty }) => {
    // An id that a client chose may be far above the others.
    const named = history.findIndex(({ kind }) => kind === 'named')
    const ids = firstTimes(named < 0 ? history : history.slice(0, named))
    const [first] = ids
    if (first === undefined || ids.length < 5) return unknown('too few posts were created to tell')
    if (!ids.every((id, at) => at === 0 || comparePostIds(ids[at - 1] ?? id, id) < 0))
      return seen('unordered')
    const answer = assignmentFrom(first, beganEmpty)
    // New ids continue after those of earlier posts.
    const fits = (expected: IdAssignment) =>
      expected !== 'unordered' && comparePostIds(firstId(expected), first) <= 0
    return { ...seen(answer), fits }
  },
  'id.reuse': ({ history }) => {
    const alive = new Set<PostId>()
    const gone = new Set<PostId>()
    let chances = 0
    let isEither = false
    for (const { kind, id } of history) {
      if (kind === 'deleted') {
        alive.delete(id)
        gone.add(id)
        continue
      }
      if (kind === 'named') {
        gone.delete(id)
        alive.add(id)
        continue
      }
      const highest = [...alive].toSorted(comparePostIds).at(-1)
      const freedAbove = [...gone].some((freed) => highest === undefined || freed > highest)
      // In an empty list, a reused first id is both the lowest free one and the one after the highest.
      if (gone.has(id) && highest !== undefined)
        return seen(freedAbove && id > highest ? 'highest-plus-one' : 'lowest-free')
      if (gone.delete(id)) isEither = true
      else if (freedAbove) chances++
      alive.add(id)
    }
    if (isEither) return unknown('ids are reused, but no post shows which')
    return chances > 0 ? seen('never') : unknown('no post was created right after the latest one was deleted')
  },
}

function assignmentFrom(first: PostId, beganEmpty: boolean): IdAssignment {
  if (first === firstId('beyond-2^53') || (!beganEmpty && first > Number.MAX_SAFE_INTEGER))
    return 'beyond-2^53'
  return beganEmpty && first !== 1 ? { from: first } : 'sequential'
}

/** Ids in order of their first assignment. */
function firstTimes(history: Observations['history']): PostId[] {
  return [...new Set(history.filter(({ kind }) => kind === 'created').map(({ id }) => id))]
}
