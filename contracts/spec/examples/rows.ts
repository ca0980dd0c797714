import { defined } from '../../../handlers/model/defined.ts'
import type { Example } from '../example.ts'

/** What is special about an example. */
export interface Row extends Partial<Pick<Example, 'states' | 'clauses' | 'shows' | 'permits'>> {
  /** What follows in its description, such as `with another id in the body`. */
  readonly about?: string
  readonly path?: string
  readonly body?: Example['request']['body']
  readonly mediaType?: string
}

/** What an example of an operation has, unless its row says otherwise. */
interface Usual extends Pick<Example, 'operation' | 'states' | 'clauses'> {
  /** How its description begins, such as `replace a post`. */
  readonly begin: string
  readonly method: string
  readonly path: string
}

/** Makes the examples of an operation; a row that says nothing of it permits every reply. */
export function examplesOf(usual: Usual, rows: Readonly<Record<string, Row>>): Example[] {
  const { operation, begin, method, path, states, clauses } = usual
  return Object.entries(rows).map(([name, { about = '', body, mediaType, path: other, ...own }]) => ({
    key: `${operation}/${name}`,
    description: `${begin} ${about}`.trimEnd(),
    request: { method, path: other ?? path, ...defined({ body, mediaType }) },
    operation,
    states,
    clauses,
    permits: 'anything',
    ...own,
  }))
}
