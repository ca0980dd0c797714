import type { PostFields } from '../../handlers/model/post.ts'
import { nearTitle, withoutRun } from '../spec/marks.ts'
import { specialTexts } from '../spec/special-texts.ts'

const long = 'A sentence that begins like another one and is as long, but for its last letter, '

/** Texts with small, large and special differences. The first ones are used more often. */
export const contents: readonly string[] = [
  'one',
  'two',
  'three and more',
  `${long}a`,
  `${long}b`,
  'One',
  'one ',
  '',
  'a\nb',
  'é',
  'e\u0301',
  '😀',
  '<b>one</b>',
  'x'.repeat(3000),
]

/** How many of the first texts a service must accept. */
export const plainContents = 5

/** The content of a number; beyond the list it is unique. */
export function contentOf(text: number, title: string): string {
  return contents[text] ?? `All that there is to say about ${withoutRun(title)}.`
}

/** The content of posts that `many` creates: long enough to reach a limit in bytes. */
export function contentOfMany(title: string): string {
  return `${contentOf(contents.length, title)} `.padEnd(600, `And more of it. `).trim()
}

/** The texts of a replace: the title changes a little each time. */
export function replacement(title: string, text: number): PostFields {
  return { title: nearTitle(title, text), content: contentOf(text, title) }
}

/** The texts of one post, and of several posts where a service refuses that one. */
export interface SpecialRow {
  readonly texts: (title: string) => PostFields
  readonly alone?: readonly SpecialRow[]
}

/** How many special texts one title and content contain. */
const atOnce = 3

const inside = (text: string): SpecialRow => ({
  texts: (title) => ({ title: `${title} ${text} end`, content: `begin ${text} end` }),
})

const allInside = Array.from(
  { length: Math.ceil(specialTexts.inside.length / atOnce) },
  (_, at): SpecialRow => {
    const some = specialTexts.inside.slice(at * atOnce, (at + 1) * atOnce)
    return { ...inside(some.join(' ')), alone: some.map(inside) }
  },
)

/** How many replaces have a special text as their whole title. */
const wholeTitles = 15

/** Every text that services are known to change, in as few posts as possible. */
export const specialRows: Readonly<Record<'create' | 'replace', readonly SpecialRow[]>> = {
  create: [
    ...allInside,
    ...specialTexts.whole.map((content): SpecialRow => ({ texts: (title) => ({ title, content }) })),
  ],
  replace: [
    ...allInside,
    ...specialTexts.whole
      .slice(0, wholeTitles)
      .map((title): SpecialRow => ({ texts: (content) => ({ title, content }) })),
  ],
}
