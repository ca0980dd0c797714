import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * One test among several that run at the same time: a request belongs to the scope in whose asynchronous context it
 * was sent, and reaches the mocks that listen there.
 */
export type Scope = object

/** The scope of the code that is running, as far as its asynchronous context goes. */
export const scopes = new AsyncLocalStorage<Scope>()
