import { create } from './create.ts'
import { deletePost } from './delete.ts'
import { list } from './list.ts'
import type { Operation, OperationName } from './operation.ts'
import { read } from './read.ts'
import { replace } from './replace.ts'

/** The five operations, in the order of the interface document. */
export const operations: readonly Operation[] = [list, read, create, replace, deletePost]

/** Their names. */
export const operationNames: readonly OperationName[] = operations.map(({ name }) => name)

/** The methods that a path of the document has, HEAD and OPTIONS aside. */
export function methodsOf(path: Operation['path']): string[] {
  return operations.filter((operation) => operation.path === path).map(({ method }) => method)
}
