import type { Command } from './command.ts'

/** A command by its name. */
export interface NamedCommand {
  /** A few words without a full stop. */
  readonly summary: string
  readonly load: () => Promise<Command>
}

/** Every command, loaded on demand. */
export const commands: Readonly<Record<string, NamedCommand>> = {
  serve: {
    summary: 'serve the mock on a port',
    load: async () => (await import('./serve.ts')).serve,
  },
  contract: {
    summary: 'write Pact files for the document and for a profile',
    load: async () => (await import('./contract.ts')).contract,
  },
  verify: {
    summary: 'check a deployed provider against the interface document',
    load: async () => (await import('./verify.ts')).verify,
  },
  calibrate: {
    summary: "write a deployed provider's profile, or report what changed",
    load: async () => (await import('./calibrate.ts')).calibrate,
  },
  diff: {
    summary: 'list the choices to which two profiles have different answers',
    load: async () => (await import('./diff.ts')).diff,
  },
  openapi: {
    summary: 'write the interface and a profile as OpenAPI 3.1',
    load: async () => (await import('./openapi.ts')).openapi,
  },
}
