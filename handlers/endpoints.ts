/** An operation of the interface document. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: '/posts' | '/posts/:id'
  /** What it does to the posts; one that adds or replaces has a body with their fields. */
  readonly effect: 'reads' | 'adds' | 'replaces' | 'removes'
  /** Whether the same request twice leaves the same state as once. */
  readonly idempotent: boolean
  /** The clause that it breaks if an ordinary request fails. */
  readonly clause: string
}

const allPosts = '/posts'
const onePost = '/posts/:id'

/** The five operations, in the order of the interface document. */
export const endpoints = {
  list: { method: 'GET', path: allPosts, effect: 'reads', idempotent: true, clause: 'list.ok' },
  read: { method: 'GET', path: onePost, effect: 'reads', idempotent: true, clause: 'read.ok' },
  create: { method: 'POST', path: allPosts, effect: 'adds', idempotent: false, clause: 'create.adds' },
  replace: { method: 'PUT', path: onePost, effect: 'replaces', idempotent: true, clause: 'replace.whole' },
  delete: { method: 'DELETE', path: onePost, effect: 'removes', idempotent: true, clause: 'delete.removes' },
} as const satisfies Record<string, Endpoint>

/** One of the five operations of the interface document. */
export type OperationName = keyof typeof endpoints

type Having<Effect extends Endpoint['effect']> = {
  [Name in OperationName]: (typeof endpoints)[Name]['effect'] extends Effect ? Name : never
}[OperationName]

export type WriteName = Having<'adds' | 'replaces' | 'removes'>

export type InputName = Having<'adds' | 'replaces'>

export const operationNames = Object.keys(endpoints) as readonly OperationName[]
export const writeNames = operationNames.filter(isWrite)

export function isWrite(name: OperationName): name is WriteName {
  return endpoints[name].effect !== 'reads'
}

export function hasInput(name: OperationName): name is InputName {
  return ['adds', 'replaces'].includes(endpoints[name].effect)
}

/** The write with a method; undefined where the interface document has none. */
export function writeWith(method: string): WriteName | undefined {
  return writeNames.find((name) => endpoints[name].method === method)
}
