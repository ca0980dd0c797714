import { createRequire } from 'node:module'

type PactCore = typeof import('@pact-foundation/pact-core')

const require = createRequire(import.meta.url)

/**
 * Loads Pact's core, once it is needed: it brings a native library. It reads LOG_LEVEL while it loads, prints from then
 * on what that asks for, and breaks where the word is none of its own; the variable is somebody else's.
 */
export function loadPactCore(): PactCore {
  const level = process.env.LOG_LEVEL
  delete process.env.LOG_LEVEL
  try {
    return require('@pact-foundation/pact-core') as PactCore
  } finally {
    if (level !== undefined) process.env.LOG_LEVEL = level
  }
}
