import { type WriteName, writeWith } from '../../handlers/endpoints.ts'
import type { PostId } from '../../handlers/model/post.ts'
import type { PastWrite, WritesSince } from '../model/since.ts'
import type { ClauseId } from '../scenarios/clauses.ts'
import type { Violation } from './finding.ts'

/** The post of the write just checked, and the clause that is broken if it is wrong. */
export interface WrittenPost {
  readonly id: PostId
  readonly clause: ClauseId
}

/** What a check saw: the post, the views that show it; where a rule needs it, more. */
export interface Facts extends Pick<Violation, 'post' | 'views'> {
  /** What was written since it was last right. */
  readonly history?: WritesSince
  readonly target?: WrittenPost | undefined
  /** Whether another post of the run has the same texts. */
  readonly isTwin?: boolean
  /** Whether the list shows the texts that were written only under another id. */
  readonly isElsewhere?: boolean
}

/** What a write may break, the likeliest first: its own post, other posts, or that the list has no unknown ones. */
const brokenBy: Record<'own' | 'others' | 'unknown', Partial<Record<WriteName, readonly ClauseId[]>>> = {
  own: { replace: ['replace.whole', 'replace.same-id'], delete: ['delete.removes'] },
  others: {
    replace: ['others.untouched', 'replace.same-id'],
    delete: ['others.untouched', 'delete.removes'],
  },
  unknown: { create: ['create.adds'], replace: ['replace.same-id'], delete: ['safe.get', 'delete.removes'] },
}

type Suspects = readonly (ClauseId | false | undefined)[]

/** For each kind of wrongness the clauses that may be broken, the likeliest first. */
const rules = {
  /** A post of the run is missing in a view, or has other texts there than the last written. */
  'wrong post': ofWrongPost,
  /** One of its texts is not the one that was sent. */
  'wrong text': (facts) => [...ofWrongPost(facts), 'create.adds', 'wire.json'],
  /** A view shows another of the texts that the sent one may become than the other view does. */
  'other text': () => ['list.all', 'read.ok'],
  /** The list has a post, or its versions, twice. */
  'one post listed twice': (facts) => ['list.all', 'replace.same-id', ...ofHistory(facts)],
  /** The list has a post with the run's mark that no request made. If a read does not find it, it is only listed. */
  'unknown post': ({ views, history, target }) => [
    !views?.includes('read') && 'list.all',
    repeated(target),
    ...ofUnknown(history),
    'list.all',
    'others.untouched',
  ],
  /** A view has a post that was deleted. */
  'deleted post': ({ post, views, history, target }) => [
    target?.id === post && repeated(target),
    isUnwritten(history) && views?.includes('read') && target?.id !== post && 'safe.get',
    'delete.removes',
    !views?.includes('read') && 'list.all',
    ...ofUnknown(history),
    'read.missing',
  ],
  /** A read finds a post under an unused id. */
  'post under an unused id': ({ history }) => [
    isUnwritten(history) && 'safe.get',
    'read.missing',
    'safe.get',
  ],
} satisfies Record<string, (facts: Facts) => Suspects>

export type Kind = keyof typeof rules

/** A write that does not find a post which a read finds hit another post, or reads differ. */
export const ofAnother: readonly ClauseId[] = ['replace.same-id', 'others.untouched', 'read.ok', 'safe.get']

/** A violation with the clause that is the likeliest broken, and the alternatives. */
export function attributed(violation: Violation, kind: Kind, facts: Partial<Facts> = {}): Violation {
  const suspects: Suspects = rules[kind]({ ...violation, ...facts })
  const [clause = violation.clause, ...alternatives] = new Set(
    suspects.filter((each) => each !== undefined && each !== false),
  )
  return { ...violation, clause, alternatives }
}

/** The latest write is the likeliest. */
function by(what: keyof typeof brokenBy, writes: readonly PastWrite[]): readonly ClauseId[] {
  const meant = writes.filter(({ isOwn }) => what === 'unknown' || isOwn === (what === 'own'))
  const usual = what === 'own' ? [] : (['others.untouched'] as const)
  return meant.toReversed().flatMap(({ method }) => {
    const write = writeWith(method)
    return (write && brokenBy[what][write]) ?? usual
  })
}

function ofWrongPost(facts: Facts): Suspects {
  const { post, views, target, isTwin, isElsewhere } = facts
  const likely = ofHistory(facts)
  const justWritten = target?.id === post ? target?.clause : repeated(target)
  return [
    // A create that equals the one of this post hit it, if a read shows it.
    views?.includes('read') && isTwin && target?.clause === 'create.not-idempotent' && target.clause,
    // A replace that wrote its texts to another post did not keep the id.
    isElsewhere && (target?.clause ?? likely[0]) === 'replace.whole' && 'replace.same-id',
    // The write just checked, if a read shows it; a read that was wrong from the create on is wrong itself.
    views?.includes('read') && likely[0] !== 'read.ok' && justWritten,
    ...likely,
  ]
}

const none: WritesSince = { writes: [], isNew: false }

/** Whether it was right, and nothing was written since. */
function isUnwritten({ writes, isNew } = none): boolean {
  return writes.length === 0 && !isNew
}

/** A wrong post: by a write to it, by its create, by a write to another; or, where one view is right, by the other. */
function ofHistory({ history: { writes, isNew } = none, views = [], isTwin }: Facts): ClauseId[] {
  const [own, others] = [by('own', writes), by('others', writes)]
  // A list that shows a wrong id is at fault where a read does not find it.
  if (views.length === 1)
    return orByRead([...own, ...(views[0] === 'list' ? [] : ['read.ok' as const]), 'list.all'])
  const made: readonly ClauseId[] = isNew ? [...own, 'create.adds'] : own
  const likely = orByRead([...made, ...others])
  // A create that equals an earlier one may have hit its post.
  return isTwin ? [...likely, 'create.not-idempotent'] : likely
}

/** An unknown post: by the write that sent its text, or by another since the list had none. */
function ofUnknown({ writes } = none): ClauseId[] {
  return orByRead(by('unknown', [...writes, ...writes.filter(({ isOwn }) => isOwn)]))
}

/** The clause of a repeated write: whatever is wrong after it may be its fault. */
function repeated(target: WrittenPost | undefined): ClauseId | undefined {
  return target?.clause.endsWith('.idempotent') ? target.clause : undefined
}

/** A read may have changed anything, and so may a write to another post with the same id. */
function orByRead(written: readonly ClauseId[]): ClauseId[] {
  return [...(written.length > 0 ? written : ['safe.get' as const]), 'create.assigns-id', 'safe.get']
}
