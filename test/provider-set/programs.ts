import { create, each, list, read, remove, replace, type Step, text, together } from './steps.ts'

/** The short ways of a client that show most faults, each from an empty provider. */
export const created: readonly Step[] = [create('a'), read('a')]
export const listed: readonly Step[] = [create('a'), list()]
export const replaced: readonly Step[] = [create('a'), replace('a'), read('a')]
export const replacedListed: readonly Step[] = [create('a'), replace('a'), list()]
export const removed: readonly Step[] = [create('a'), remove('a'), read('a')]
export const removedListed: readonly Step[] = [create('a'), remove('a'), list()]
export const absent: readonly Step[] = [create('a'), read('a+1')]

/** What a client can see with one post and one look at it. */
export const singles = [created, listed, replaced, replacedListed, removed, removedListed, absent]

/** Two posts with the same texts. */
export const twins: readonly Step[] = [create('a'), create('b', text('a'))]

/** Creates so many posts, and looks at the list. */
export function many(count: number): readonly Step[] {
  return [...each(count, (index) => create(`p${index}`)), list()]
}

/** Creates a post of this title, and reads it back. */
export function titled(title: string): readonly Step[] {
  return [create('a', { title, content: 'plain' }), read('a')]
}

/** Creates a post of this content, and reads it back. */
export function containing(content: string): readonly Step[] {
  return [create('a', { title: 'fleet a', content }), read('a')]
}

/** Every operation once, with a look at what came of it. */
export const roundTrip: readonly Step[] = [
  list(),
  create('a'),
  create('b'),
  read('a'),
  list(),
  replace('a'),
  read('a'),
  list(),
  remove('a'),
  read('a'),
  list(),
  read('b'),
]

const hostile = [
  '  blanks at both ends ',
  'line\r\nends\n',
  '<b>bold</b> & "quoted" \\ \'slashed\' %41 {{x}}',
  'déjà vu, décomposé, ﬁne, 👩‍👧 🚀',
  'nul \0 and \u0001',
  '',
]

/** Creates of texts that are easily spoilt on their way. */
export const oddities = hostile.map((content, index) =>
  create(`odd ${index}`, { title: `fleet ${index} ${content}`, content }),
)

/** Every operation once, and odd texts. */
export const passage: readonly Step[] = [...roundTrip, ...oddities, list()]

/** An id that no provider comes to on its own way. */
const far = '#8999999999999999999'

/** Every operation in every state that a client can bring about. */
export const states: readonly Step[] = [
  ...roundTrip,
  create('c', text('b')),
  list(),
  replace('b'),
  replace('b'),
  read('b'),
  remove('c'),
  remove('c'),
  list(),
  read('c'),
  replace('c'),
  read('c'),
  read(far),
  replace(far),
  replace(far),
  read(far),
  remove(far),
  read(far),
  together(...['e', 'f', 'g', 'h'].map((name) => create(name))),
  together(replace('e'), replace('e', text('e otherwise')), remove('f'), remove('f'), read('g')),
  list(),
  read('e'),
  read('f'),
]

/** Creates and replaces of everything that a service may take or refuse. */
export const inputs: readonly Step[] = [
  create('a'),
  create('b'),
  ...oddities,
  create('twin', text('b')),
  create('long', { title: 'fleet long', content: 'long '.repeat(2000) }),
  create('titled only', { title: 'fleet titled only' }),
  create('wrong type', { title: 4711, content: 'fleet wrong type' }),
  create('more', { ...text('more'), author: 'Ada' }),
  create('taken id', undefined, { idOf: 'b' }),
  create('no json', {}, { raw: '{"title": "fleet' }),
  create('other type', text('other type'), { type: 'text/plain' }),
  list(),
  replace('b', { title: 'fleet b alone' }),
  read('b'),
  replace('b', { title: null, content: 'fleet b without a title' }),
  read('b'),
  replace('b', {}, { raw: 'fleet' }),
  replace('b', undefined, { idOf: 'b+1' }),
  read('b'),
  read('a'),
  remove('a'),
  list(),
]
