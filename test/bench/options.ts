/** How long and how often everything is measured. */
export interface CheckContextOptions {
  readonly rounds: number
  /** How long one load on a server lasts, in seconds. */
  readonly loadSeconds: number
  /** How long one loop in this process lasts, in milliseconds. */
  readonly loopTime: number
  /** How many requests the memory section sends. */
  readonly requests: number
  readonly seed: number
  /** Says what is being done, on stderr. */
  readonly say: (line: string) => void
}

/** What was measured, and under which versions. */
export interface Versions {
  readonly [name: string]: string
}
