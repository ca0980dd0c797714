import { isDeepStrictEqual } from 'node:util'
import type { ClientMove, Look, Step, VersionPick, Write } from './step.ts'

/**
 * Shorter or simpler sequences, the shortest first: the first half of the steps, three quarters, and so on; then all
 * but a half, a quarter, down to all but one; then with one simpler step. The order is fixed, so that a path of
 * numbers identifies each.
 */
export function* shrinkCandidates(steps: readonly Step[]): Generator<readonly Step[]> {
  for (const size of halves(steps.length)) yield steps.slice(0, -size)
  for (const size of halves(steps.length))
    for (let at = 0; at + size < steps.length; at += size) yield steps.toSpliced(at, size)
  for (const [at, step] of steps.entries())
    for (const simple of simpler(step))
      if (!isDeepStrictEqual(simple, [step])) yield steps.toSpliced(at, 1, ...simple)
}

/** A half of a length, a quarter, down to one. */
function halves(length: number): number[] {
  const half = length >> 1
  return half < 1 ? [] : [half, ...halves(half)]
}

/** The simpler versions of a step. */
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
    case 'special-texts': {
      if (step.write === 'create') yield [{ do: 'many', count: step.count }]
      const half = step.count >> 1
      if (half > 0) yield [{ ...step, count: half }]
      if (half > 0) yield [{ ...step, from: step.from + half, count: step.count - half }]
      return
    }
    case 'together':
      yield* fewerAtOnce(step)
      return
    case 'clients':
      yield* fewerClients(step)
      return
    case 'list':
    case 'read':
    case 'read-deleted':
    case 'read-near':
      for (const times of [1, step.times - 1]) if (times > 0 && times < step.times) yield [{ ...step, times }]
      if ('post' in step) for (const post of smaller(step.post)) yield [{ ...step, post }]
      return
    case 'read-far':
    case 'example':
    case 'later':
    case 'reuse-id':
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

/** From the simplest on. */
const looks: readonly Look[] = ['nowhere', 'list', 'read', 'both']

function* fewerAtOnce(step: Step & { readonly do: 'together' }): Generator<readonly Step[]> {
  const { writes } = step
  for (const at of step.looks.keys()) yield [{ ...step, looks: step.looks.toSpliced(at, 1) }]
  for (const at of writes.keys()) yield [{ ...step, writes: writes.toSpliced(at, 1) }]
  // Sequential writes are simpler than concurrent ones.
  for (const look of ['nowhere', 'list'] as const) yield writes.map((write) => ({ ...write, look }))
  for (const [at, write] of writes.entries())
    for (const plain of plainer(write)) yield [{ ...step, writes: writes.toSpliced(at, 1, plain) }]
}

function* fewerClients({ clients }: Step & { readonly do: 'clients' }): Generator<readonly Step[]> {
  const having = (fewer: readonly (readonly ClientMove[])[]): readonly Step[] => [
    { do: 'clients', clients: fewer },
  ]
  for (const at of clients.keys()) if (clients.length > 1) yield having(clients.toSpliced(at, 1))
  for (const [at, moves] of clients.entries())
    for (const index of moves.keys())
      if (moves.length > 1) yield having(clients.with(at, moves.toSpliced(index, 1)))
}

/** The same write with the first text, of the first post. */
function* plainer(write: Write): Generator<Write> {
  if ('text' in write && write.text !== undefined)
    for (const text of [0, 1]) if (text < write.text) yield { ...write, text }
  if ('post' in write) for (const post of smaller(write.post)) yield { ...write, post }
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

function* nearer(of: VersionPick): Generator<VersionPick> {
  if (of.among === 'deleted') yield { ...of, among: 'alive' }
  for (const at of smaller(of.at)) yield { ...of, at }
  if (of.version !== -1) yield { ...of, version: -1 }
}

/** Smaller indexes of a post. */
function smaller(at: number): readonly number[] {
  return [0, 1, 2].filter((each) => at < 0 || each < at)
}
