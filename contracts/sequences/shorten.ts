import { isDeepStrictEqual } from 'node:util'
import type { Look, Pick, Step, Write } from './step.ts'

/**
 * Sequences that are shorter or simpler than one that shows a fault, the boldest first: without half of its steps, a
 * quarter, and so on down to one; then with one step made simpler. The order is fixed, so that a path of numbers
 * names each of them.
 */
export function* shorter(steps: readonly Step[]): Generator<readonly Step[]> {
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let end = steps.length; end > 0; end -= size) yield steps.toSpliced(Math.max(0, end - size), size)
  for (const [at, step] of steps.entries())
    for (const simple of simpler(step))
      if (!isDeepStrictEqual(simple, [step])) yield steps.toSpliced(at, 1, ...simple)
}

/** What a step may become: nothing bigger than it is. */
function* simpler(step: Step): Generator<readonly Step[]> {
  switch (step.do) {
    case 'many':
      for (const count of [
        1,
        step.count >> 1,
        step.count - (step.count >> 2),
        step.count - (step.count >> 4),
        step.count - 1,
      ])
        if (count > 0 && count < step.count) yield [{ ...step, count }]
      if (step.count === 1) yield [{ do: 'create', text: 0, look: 'list' }]
      return
    case 'together':
      yield* fewerAtOnce(step)
      return
    case 'list':
    case 'read':
    case 'read-deleted':
    case 'read-near':
      for (const times of [1, step.times - 1]) if (times > 0 && times < step.times) yield [{ ...step, times }]
      if ('post' in step && step.post !== 0) yield [{ ...step, post: 0 }]
      return
    case 'read-far':
      return
    case 'create':
    case 'copy':
    case 'replace':
    case 'replace-as':
    case 'delete':
      for (const write of plainer(step)) yield [{ ...write, look: step.look }]
  }
  for (const look of looks.slice(0, looks.indexOf(step.look))) yield [{ ...step, look }]
}

/** From the simplest on: what is not looked at is no request. */
const looks: readonly Look[] = ['nowhere', 'list', 'read', 'both']

function* fewerAtOnce(step: Step & { readonly do: 'together' }): Generator<readonly Step[]> {
  const { writes } = step
  for (const at of step.looks.keys()) yield [{ ...step, looks: step.looks.toSpliced(at, 1) }]
  for (const at of writes.keys()) yield [{ ...step, writes: writes.toSpliced(at, 1) }]
  yield writes.map((write) => ({ ...write, look: 'list' }))
  for (const [at, write] of writes.entries())
    for (const plain of plainer(write)) yield [{ ...step, writes: writes.toSpliced(at, 1, plain) }]
}

/** The same write with the first text, of the first post. */
function* plainer(write: Write): Generator<Write> {
  if ('text' in write && write.text !== undefined)
    for (const text of [0, 1]) if (text < write.text) yield { ...write, text }
  if ('post' in write && write.post !== 0) yield { ...write, post: 0 }
  if (write.do === 'copy') {
    yield { do: 'create', text: 0 }
    if (write.near) yield { ...write, near: false }
    if (write.text !== undefined) yield { do: 'copy', of: write.of, near: write.near }
    for (const of of nearer(write.of)) yield { ...write, of }
  }
  if (write.do === 'replace-as') {
    yield { do: 'replace', post: write.post, text: 0 }
    for (const of of nearer(write.of)) yield { ...write, of }
  }
}

function* nearer(of: Pick): Generator<Pick> {
  if (of.among === 'deleted') yield { ...of, among: 'alive' }
  if (of.at !== 0) yield { ...of, at: 0 }
  if (of.version !== -1) yield { ...of, version: -1 }
}
