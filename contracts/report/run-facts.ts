/** What a report says of a run that its result does not know. */
export interface RunFacts {
  /** When the run ended, in milliseconds since 1970. */
  readonly at: number
  /** Who verified: a name and a version, such as `posts-understudy 0.1.0`. */
  readonly by: string
  /** What the profile is called. Default `default`. */
  readonly profile?: string
}
