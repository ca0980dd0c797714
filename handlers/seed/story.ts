import type { PostFields } from '../model/post.ts'
import { type OneOrMore, pick } from './picking.ts'

/** Titles, first and last sentences that belong together: any title fits any opening and any closing. */
export interface Story {
  readonly titles: OneOrMore<string>
  readonly openings: OneOrMore<string>
  readonly closings: OneOrMore<string>
}

/**
 * What a blog may be about: its stories, and details that fit each of them, in the order in which one would tell them.
 * A `{name}` in a text stands for a value of that name, `{Name}` for the same with a capital.
 */
export interface Topic {
  readonly name: string
  readonly slots: Readonly<Record<string, OneOrMore<string>>>
  readonly stories: OneOrMore<Story>
  readonly details: readonly string[]
}

/** The source of numbers for one named decision in one post. */
export type RandomFor = (name: string) => () => number

/** Tells a story with these details, in three or four paragraphs; `slot` gives the value of a name, asked once for each. */
export function tell(
  story: Story,
  details: readonly string[],
  slot: (name: string) => string,
  randomFor: RandomFor,
): PostFields {
  const values = new Map<string, string>()
  const fill = (template: string) => template.replace(/\{(\w+)\}/g, (_, name: string) => valueFor(name))
  const valueFor = (name: string): string => {
    const key = name.toLowerCase()
    const value = values.get(key) ?? slot(key)
    values.set(key, value)
    return name === key ? value : capitalise(value)
  }
  const shape = randomFor('shape')
  const withOpening = pick([0, 1], shape)
  const split = pick([details.length, Math.ceil((details.length + withOpening) / 2)], shape)
  const paragraphs = [
    [pick(story.openings, randomFor('opening')), ...details.slice(0, withOpening)],
    details.slice(withOpening, split),
    details.slice(split),
    [pick(story.closings, randomFor('closing'))],
  ]
  return {
    title: fill(pick(story.titles, randomFor('title'))),
    content: paragraphs
      .filter((sentences) => sentences.length > 0)
      .map((sentences) => fill(sentences.join(' ')))
      .join('\n\n'),
  }
}

function capitalise(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
