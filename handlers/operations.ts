import { create } from './operations/create.ts'
import { deletePost } from './operations/delete.ts'
import { list } from './operations/list.ts'
import type { Operation } from './operations/operation.ts'
import { read } from './operations/read.ts'
import { replace } from './operations/replace.ts'

/** The five operations, in the order of the interface document. */
export const operations: readonly Operation[] = [list, read, create, replace, deletePost]

/** The methods of a path of the document, except HEAD and OPTIONS. */
export function methodsOf(path: Operation['path']): string[] {
  return operations.filter((operation) => operation.path === path).map(({ method }) => method)
}
