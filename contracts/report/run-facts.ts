/** Facts about a run that are not in its result. */
export interface RunFacts {
  /** When the run ended, in milliseconds since 1970. */
  readonly at: number
  /** The tool: a name and a version, such as `posts-understudy 0.1.0`. */
  readonly by: string
}
