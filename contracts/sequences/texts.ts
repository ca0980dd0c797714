import type { PostFields } from '../../handlers/model/post.ts'

const long = 'A sentence that begins like another one and is as long, but for its last letter, '

/** Texts that differ little, much, or in ways that services forget. Those in front come more often. */
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

/** Texts that any service takes: one that does not is out of order. */
export const plainContents = 5

/** The content that a number stands for; beyond those in the list each is one of its own. */
export function contentOf(text: number, title: string): string {
  return contents[text] ?? `All that there is to say about ${title.replace(/^.*?s(?=\d+x)/, '')}.`
}

/** What `many` creates: large enough for a service that counts bytes to have its fill of a hundred. */
export function contentOfMany(title: string): string {
  return `${contentOf(contents.length, title)} `.padEnd(600, `And more of it. `).trim()
}

/** A title that differs in the case of one letter. */
export function nearly(title: string): string {
  const base = title.replace(/\d*$/, '')
  return base.endsWith('a') ? `${base.slice(0, -1)}A` : `${base.slice(0, -1)}a`
}

/** The texts of a replaced post: the title changes a little, and each time. */
export function replacement(title: string, text: number): PostFields {
  return { title: `${nearly(title)}${text}`, content: contentOf(text, title) }
}
