import { create, list, read, remove, replace, type Step, text } from './steps.ts'

/** The short ways of a client that show most faults, each from an empty provider. */
export const created: readonly Step[] = [create('a'), read('a')]
export const listed: readonly Step[] = [create('a'), list()]
export const replaced: readonly Step[] = [create('a'), replace('a'), read('a')]
export const replacedListed: readonly Step[] = [create('a'), replace('a'), list()]
export const removed: readonly Step[] = [create('a'), remove('a'), read('a')]
export const removedListed: readonly Step[] = [create('a'), remove('a'), list()]
export const absent: readonly Step[] = [create('a'), read('a+1')]

/** Two posts with the same texts. */
export const twins: readonly Step[] = [create('a'), create('b', text('a'))]

/** Creates a post of this title, and reads it back. */
export function titled(title: string): readonly Step[] {
  return [create('a', { title, content: 'plain' }), read('a')]
}

/** Creates a post of this content, and reads it back. */
export function containing(content: string): readonly Step[] {
  return [create('a', { title: 'fleet a', content }), read('a')]
}
