import { create } from './operations/create.ts'
import { deletePost } from './operations/delete.ts'
import { list } from './operations/list.ts'
import type { Operation } from './operations/operation.ts'
import { read } from './operations/read.ts'
import { replace } from './operations/replace.ts'

/** The five operations, in the order of the interface document. */
export const operations: readonly Operation[] = [list, read, create, replace, deletePost]

/** The methods that a path of the document has, HEAD and OPTIONS aside. */
export function methodsOf(path: Operation['path']): string[] {
  return operations.filter((operation) => operation.path === path).map(({ method }) => method)
}
