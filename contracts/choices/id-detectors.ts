import { firstId, type IdAssignment } from '../../handlers/choices/answers.ts'
import { comparePostIds, type PostId } from '../../handlers/model/post.ts'
import { type Detectors, seen, unknown } from './detection.ts'

/** The detectors of choices about ids. */
export const idDetectors: Detectors = {
  'id.assignment': ({ history, beganEmpty }) => {
    // An id that a client chose may be far above the others.
    const named = history.findIndex(({ kind }) => kind === 'named')
    const events = named < 0 ? history : history.slice(0, named)
    const ids = [...new Set(events.filter(({ kind }) => kind === 'created').map(({ id }) => id))]
    const [first] = ids
    if (first === undefined || ids.length < 5) return unknown('too few posts were created to tell')
    if (!ids.every((id, at) => at === 0 || comparePostIds(ids[at - 1] ?? id, id) < 0))
      return seen('unordered')
    // New ids continue after those of earlier posts.
    const fits = (expected: IdAssignment) =>
      expected !== 'unordered' && comparePostIds(firstId(expected), first) <= 0
    return { ...seen(assignmentFrom(first, beganEmpty)), fits }
  },

  'id.reuse': ({ history }) => {
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
      : unknown('no post was created right after the latest one was deleted')
  },
}

function assignmentFrom(first: PostId, beganEmpty: boolean): IdAssignment {
  if (first === firstId('beyond-2^53') || (!beganEmpty && first > Number.MAX_SAFE_INTEGER))
    return 'beyond-2^53'
  return beganEmpty && first !== 1 ? { from: first } : 'sequential'
}
