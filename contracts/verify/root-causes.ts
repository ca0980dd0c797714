import type { ClauseId } from '../document/clauses.ts'
import type { Finding } from '../judge/finding.ts'

/**
 * The clauses in the order in which they carry one another: that of a later one is seen through the earlier ones. A
 * finding is explained where a reply on which it stands breaks an earlier clause itself, where looking changes what is
 * looked at, or where a text is not kept that was not kept before.
 */
const order: readonly ClauseId[] = [
  'version.path',
  'wire.json',
  'list.ok',
  'post.shape',
  'read.ok',
  'safe.get',
  'list.all',
  'create.assigns-id',
  'create.not-idempotent',
  'create.adds',
  'replace.whole',
  'replace.same-id',
  'replace.idempotent',
  'delete.idempotent',
  'delete.removes',
  'read.missing',
  'others.untouched',
]

/** A broken clause, with what shows it and what it explains. */
export interface RootCause {
  readonly clause: ClauseId
  readonly findings: readonly Finding[]
  /** Findings by which other clauses seem broken, too. */
  readonly alsoSeenAs: readonly Finding[]
}

/** Draws conclusions of all findings: the fewest clauses that explain them, in the order of {@link order}. */
export function rootCausesOf(findings: readonly Finding[]): RootCause[] {
  const roots = new Map<ClauseId, { findings: Finding[]; alsoSeenAs: Finding[] }>()
  // A repeated write that takes posts of others is seen at once, and explains what is missed later.
  const isRepeating = findings.some(({ clause, isMissing }) => isMissing && clause.endsWith('.idempotent'))
  const rank = (finding: Finding) => rankOf(finding, isRepeating)
  for (const finding of findings.toSorted((one, other) => rank(one) - rank(other))) {
    const { clause } = finding
    const cause = causeOf(finding, roots)
    if (cause !== undefined) roots.get(cause)?.alsoSeenAs.push(finding)
    else if (roots.has(clause)) roots.get(clause)?.findings.push(finding)
    else roots.set(clause, { findings: [finding], alsoSeenAs: [] })
  }
  return [...roots].map(([clause, found]) => ({ clause, ...found }))
}

/**
 * A create that leaves nothing at all comes before one that leaves nothing because there is such a post already; what makes posts
 * of others go comes before whatever else seems to have lost one.
 */
function rankOf({ clause, views, isMissing }: Finding, isRepeating: boolean): number {
  const first = order.indexOf('create.not-idempotent')
  if (clause === 'create.adds' && !views) return first - 0.5
  return clause === 'others.untouched' && isMissing && !isRepeating ? first + 0.5 : order.indexOf(clause)
}

/** The broken clause that explains a finding, if one does. */
function causeOf(
  { clause, shakenBy = [], views, isMangled = false, isStray = false, isMissing = false }: Finding,
  roots: ReadonlyMap<ClauseId, { readonly findings: readonly Finding[] }>,
): ClauseId | undefined {
  const [shaking] = shakenBy.filter((each) => each !== clause && roots.has(each))
  if (shaking !== undefined) return shaking
  if (views && clause !== 'safe.get' && roots.has('safe.get')) return 'safe.get'
  const isOfList = isStray || (views?.length === 1 && views[0] === 'list')
  if (isOfList && clause !== 'list.all' && roots.has('list.all')) return 'list.all'
  // Whatever takes posts away at one time takes those that were just created, too.
  if (isMissing && clause !== 'others.untouched' && roots.has('others.untouched')) return 'others.untouched'
  // Where a create names the wrong post, that post is not the one that was sent.
  if (clause.startsWith('create.') && clause !== 'create.assigns-id' && roots.has('create.assigns-id'))
    return 'create.assigns-id'
  // Of two posts that became one, the other has another text.
  if (clause === 'create.adds' && views && roots.has('create.not-idempotent')) return 'create.not-idempotent'
  // A repeated delete that takes another post: that one is missed later, and cannot be deleted.
  if ((clause === 'delete.removes' || clause === 'others.untouched') && roots.has('delete.idempotent'))
    return 'delete.idempotent'
  // Of two posts under one id, the one changes with the other.
  if (clause === 'others.untouched' && roots.has('create.assigns-id')) return 'create.assigns-id'
  if (
    isMangled &&
    clause !== 'create.adds' &&
    roots.get('create.adds')?.findings.some((each) => each.isMangled)
  )
    return 'create.adds'
  return undefined
}
