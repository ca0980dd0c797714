import type { Leftover } from '../custody/clean-up.ts'
import { type Block, paragraph, type Section, toned } from './block.ts'
import { clip, firstOf, plural } from './text.ts'

/** How many posts are listed; --json has all. */
export const fewPosts = 5

/** In characters. */
const longestTitle = 300

/**
 * Posts that could not be removed, with the commands that remove them if they are few, and posts that may be foreign.
 * @param isMeant whether the run was told not to delete.
 */
export function leftoverSections(leftovers: readonly Leftover[], isMeant = false): Section[] {
  const listed = leftovers.filter(({ path, reason }) => path !== undefined || reason !== undefined)
  const left = listed.filter(({ reason }) => reason === undefined)
  const commands = left.flatMap(({ curl = [] }) => curl)
  const code: Block = { kind: 'code', label: 'remove', code: commands.join('\n') }
  const fact = isMeant ? 'stay at the provider (--without delete)' : 'could not be removed'
  return [
    ...section(
      `${plural(left.length, 'post')} of this run ${fact}:`,
      left,
      commands.length > 0 && commands.length <= fewPosts ? [code] : [],
    ),
    ...section(
      'These posts may be of this run or of another client, and were not removed:',
      listed.filter(({ reason }) => reason !== undefined),
    ),
    ...leftovers.filter((each) => !listed.includes(each)).map(unlistedSection),
  ]
}

function section(heading: string, some: readonly Leftover[], more: readonly Block[] = []): Section[] {
  const lines = some.map(({ title, path = 'unknown id', reason }) => {
    const because = reason === undefined ? '' : `\n${reason}`
    return `${path}  ${clip(title, longestTitle)}${because}`
  })
  const blocks = [...firstOf(lines, 'posts', fewPosts).map((line) => paragraph(line)), ...more]
  return some.length > 0 ? [{ heading: [toned('warn', heading)], blocks }] : []
}

/** Posts that only the list could show. */
function unlistedSection({ title }: Leftover): Section {
  const begin = clip(title.replace(/\*$/, ''), longestTitle)
  const text = `More posts of this run may be left, because the list could not be read at the end: their titles begin with ${begin}.`
  return { heading: [toned('warn', text)], blocks: [] }
}
