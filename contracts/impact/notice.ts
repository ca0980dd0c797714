import type { Profile } from '../../handlers/choices/profile.ts'

/** What a client notices of a choice: a sentence in parts, so that two answers make one. */
export interface Notice<Answer> {
  /** What it is about: "A create". */
  readonly subject: string
  /** What it does with every answer: "answers". */
  readonly verb: string
  /**
   * The answer in words that follow the verb: "201". Different where clients see a difference, and nowhere else.
   *
   * @param profile the other answers, beside which this one may have no effect.
   */
  says(answer: Answer, profile: Profile): string
  /**
   * What a client is well advised to do or to know where this is the answer; undefined where there is nothing to do.
   *
   * @param profile the other answers.
   */
  advice(answer: Answer, profile: Profile): string | undefined
}

/** Words for a closed list of answers. */
export function wordsFor<const Answer extends string | number>(
  words: Readonly<Record<Answer, string>>,
): (answer: Answer) => string {
  return (answer) => words[answer]
}

/** A number for people: 1048576 is "1,048,576". */
export function counted(number: number | bigint): string {
  return number.toLocaleString('en')
}
