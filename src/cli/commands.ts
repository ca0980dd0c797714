import type { Command } from './command.ts'

/** A command by its name. */
export interface NamedCommand {
  /** What it does, in a few words without a full stop. */
  readonly summary: string
  readonly load: () => Promise<Command>
}

/** Every command; it is loaded when it is called. */
export const commands: Readonly<Record<string, NamedCommand>> = {
  serve: {
    summary: 'answer as the posts service on a port',
    load: async () => (await import('./serve.ts')).serve,
  },
  contract: {
    summary: 'derive the Pact files: what the document states, and what the profile adds',
    load: async () => (await import('./contract.ts')).contract,
  },
  verify: {
    summary: 'judge a deployed provider by the interface document and a profile',
    load: async () => (await import('./verify.ts')).verify,
  },
  calibrate: {
    summary: 'read a profile off a deployed provider, and tell what changed there',
    load: async () => (await import('./calibrate.ts')).calibrate,
  },
  fidelity: {
    summary: 'measure how like a deployed provider a mock with a profile is',
    load: async () => (await import('./fidelity.ts')).fidelity,
  },
  diff: {
    summary: 'say what a client notices between two profiles',
    load: async () => (await import('./diff.ts')).diff,
  },
  openapi: {
    summary: 'write the interface as OpenAPI 3.1, the profile included',
    load: async () => (await import('./openapi.ts')).openapi,
  },
}
