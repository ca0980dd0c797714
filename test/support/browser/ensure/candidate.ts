/** A Chromium on this machine. */
export interface Chromium {
  readonly executablePath: string
  /** What its process needs beside our environment, such as where its libraries lie. */
  readonly env: Readonly<Record<string, string>>
}

/** One way to come by a Chromium. */
export interface Candidate {
  /** As it stands in the line that says what was done. */
  readonly name: string
  /**
   * Looks for Chromiums this way, or gets one; each has still to prove itself.
   * @throws Error that says why there is none
   */
  find(): Promise<readonly Chromium[]>
}
