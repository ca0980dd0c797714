import type { PostFields } from '../../handlers/model/post.ts'
import { nearTitle, withoutRun } from '../spec/marks.ts'
import { specialTexts } from '../spec/texts.ts'
import type { Texts } from './step.ts'

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

/** Whether a service must accept a text: it may refuse those that other posts have. */
export function permitsOf(texts: Texts): 'success' | 'success-or-refusal' {
  return typeof texts === 'number' && texts >= contents.length ? 'success' : 'success-or-refusal'
}

/** The content of a number; beyond the list it is unique. */
export function contentOf(text: number, title: string): string {
  return contents[text] ?? `About ${withoutRun(title)}.`
}

/** The texts of a replace: the title changes a little each time. */
export function replacement(title: string, text: number): PostFields {
  return { title: nearTitle(title, text), content: contentOf(text, title) }
}

/** The texts of one post, and of several posts where a service refuses that one. */
export interface TextRow {
  readonly texts: (title: string) => PostFields
  readonly alone?: readonly TextRow[]
}

/** How many special texts one title and content contain. */
const atOnce = 3

const inside = (text: string): TextRow => ({
  texts: (title) => ({ title: `${title} ${text} end`, content: `begin ${text} end` }),
})

const allInside = Array.from({ length: Math.ceil(specialTexts.inside.length / atOnce) }, (_, at): TextRow => {
  const some = specialTexts.inside.slice(at * atOnce, (at + 1) * atOnce)
  return { ...inside(some.join(' ')), alone: some.map(inside) }
})

const sized = (title: number, content: number): TextRow['texts'] => {
  return (mark) => ({
    title: `${mark} `.padEnd(title, 'A long title. ').trim(),
    content: 'x語é😀'.repeat(content / 5),
  })
}

/** Texts that are cut inside a character, whether units or bytes are counted; shorter ones where those are refused. */
const sizes: TextRow = {
  texts: sized(1000, 30_000),
  alone: [{ texts: sized(250, 500), alone: [{ texts: sized(120, 500) }] }, { texts: sized(30, 10_000) }],
}

const wholeContents = specialTexts.whole.map(
  (content): TextRow => ({ texts: (title) => ({ title, content }) }),
)

/** Posts with a special text as their whole title. */
const wholeTitles = specialTexts.whole
  .slice(0, 15)
  .map((title): TextRow => ({ texts: (content) => ({ title, content }) }))

/** Every text that services are known to change, in as few posts as possible. */
export const specialRows: Readonly<Record<'create' | 'replace', readonly TextRow[]>> = {
  create: [...allInside, sizes, ...wholeTitles, ...wholeContents],
  replace: [...allInside, sizes, ...wholeTitles],
}

/** A content that is padded to a length. */
const padded = (length: number): TextRow['texts'] => {
  return (title) => ({
    title,
    content: `${contentOf(contents.length, title)} `.padEnd(length, 'And more of it. ').trim(),
  })
}

/** Long enough that many reach a limit in bytes; shorter where a service refuses that. */
const longRow: TextRow = { texts: padded(2000), alone: [{ texts: padded(600) }] }

/** The texts of many posts: the special ones, then long ones. */
export function rowsOf(write: 'create' | 'replace', from: number, count: number): TextRow[] {
  return Array.from({ length: count }, (_, at) => specialRows[write][from + at] ?? longRow)
}
