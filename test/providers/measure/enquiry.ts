import type { Subject } from './subject.ts'

/** One thing to find out about a provider. The answer is a line, or several. */
export interface Enquiry {
  about: string
  /** It may leave damage behind: a provider started for it alone answers it. */
  fresh?: true
  ask(subject: Subject): Promise<string | readonly string[]>
}
