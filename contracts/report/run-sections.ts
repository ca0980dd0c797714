import type { Leftover } from '../custody/clean-up.ts'
import type { LostPost } from '../custody/foreign-posts.ts'
import { runMarkIn } from '../scenarios/marks.ts'
import { type Block, clip, paragraph, type Section, toned, withRest } from './block.ts'

/* What a run at a provider leaves and costs, whatever it was for. */

/** How many posts are listed; --json has more. */
export const fewPosts = 5

/** How many posts with the same reason are named. */
const mostNamed = 10

/**
 * Posts of a run that are or may be left, by the reason, and the commands that remove them if they are few.
 * @param isMeant whether the run was told not to delete.
 */
export function leftoverSections(leftovers: readonly Leftover[], isMeant = false): Section[] {
  if (leftovers.length === 0) return []
  const fact = isMeant ? 'stay at the provider (--without delete)' : 'may be left at the provider'
  const byReason = Map.groupBy(leftovers, ({ reason = '' }) => reason)
  const rows = [...byReason].map(([reason, posts]) => `${namesOf(posts)}\n${reason}`.trimEnd())
  const commands = leftovers.flatMap(({ curl = [] }) => curl)
  const code: Block = { kind: 'code', label: 'remove', code: commands.join('\n') }
  return [
    {
      heading: [toned('warn', `Posts of this run ${fact}:`)],
      tone: 'warn',
      blocks: [
        ...rows.map((row) => paragraph(row)),
        ...(commands.length > 0 && leftovers.length <= fewPosts ? [code] : []),
      ],
    },
  ]
}

/** One post with its title; of several the mark in their titles, and the ids, or the titles of those without. */
function namesOf(posts: readonly Leftover[]): string {
  const [first] = posts
  if (first && posts.length === 1) return `${first.path ?? 'unknown id'}  ${clip(first.title, 300)}`
  const names = posts.map(({ path, title }) => path?.slice(path.lastIndexOf('/') + 1) ?? clip(title, 50))
  const mark = runMarkIn(first?.title ?? '')
  const what = mark === undefined ? 'posts' : `posts with ${mark}`
  return `${names.length} ${what}: ${withRest(names, 'posts', mostNamed).join(', ')}`
}

const lossHeading =
  'Posts that were there before this run are gone or changed, by the service or by another client:'

/** Posts of others that a run may have harmed: each with the write after which that was seen. */
export function lossBlocks(lost: readonly LostPost[] = []): Block[] {
  const rows = lost.map(
    ({ path, title, change, after }) => `${path}  ${clip(title, 300)}\n${change}, seen after ${after}`,
  )
  const told = withRest(rows, 'posts', fewPosts).map((row) => paragraph(row, toned('bad', '✗')))
  return told.length > 0 ? [paragraph([toned('strong', lossHeading)]), ...told] : []
}

/** How many notes are shown, and how many characters of each; --json has more. */
const shownNotes = { brief: { most: 1, characters: 300 }, verbose: { most: 15, characters: 600 } }

export function noteBlocks(notes: readonly string[], isVerbose: boolean): Block[] {
  const { most, characters } = shownNotes[isVerbose ? 'verbose' : 'brief']
  const texts = notes.map((note) => clip(note, characters))
  const told = withRest(texts, isVerbose ? 'notes' : 'notes: --verbose', most)
  return told.map((note) => paragraph(note, toned('faint', 'note')))
}

/** A duration in milliseconds, as "12.7 s". @param digits those after the point. */
export function inSeconds(duration: number, digits = 1): string {
  return `${(duration / 1000).toFixed(digits)} s`
}
