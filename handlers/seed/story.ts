import type { PostFields } from '../model/post.ts'
import { type OneOrMore, pick } from './picking.ts'

/** Titles, openings and closings that can be combined freely. */
export interface Story {
  readonly titles: OneOrMore<string>
  readonly openings: OneOrMore<string>
  readonly closings: OneOrMore<string>
}

/**
 * A topic of a blog: its stories, and details that fit each of them, in their order. `{name}` in a text is replaced by a value
 * of that name, `{Name}` by the same value with a capital letter.
 */
export interface Topic {
  readonly name: string
  readonly slots: Readonly<Record<string, OneOrMore<string>>>
  readonly stories: OneOrMore<Story>
  readonly details: readonly string[]
}

/** The random source for one named decision in a post. */
export type RandomFor = (name: string) => () => number

/** Writes a story in three or four paragraphs; `slot` is called once for each name. */
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
