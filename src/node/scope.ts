import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Identifies one of the tests that run at the same time: a request belongs to the scope of its asynchronous context, and
 * reaches the mocks of that scope.
 */
export type Scope = object

/** The scope of the running code, by its asynchronous context. */
export const scopes = new AsyncLocalStorage<Scope>()
