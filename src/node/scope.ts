import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * One test among several that run at the same time: a request belongs to the scope in whose asynchronous context it
 * was sent, and reaches the mocks that listen there.
 */
export type Scope = object

const scopes = new AsyncLocalStorage<Scope>()

/** The scope of the code that is running; undefined outside of every scope. */
export function currentScope(): Scope | undefined {
  return scopes.getStore()
}

export function runInScope<Result>(scope: Scope, run: () => Result): Result {
  return scopes.run(scope, run)
}

/** Makes a scope that of the code that is running, as far as its asynchronous context goes. */
export function enterScope(scope: Scope): void {
  scopes.enterWith(scope)
}
