/** The five operations, in the order of the interface document. */
export const operationNames = ['list', 'read', 'create', 'replace', 'delete'] as const

/** One of the five operations of the interface document. */
export type OperationName = (typeof operationNames)[number]
