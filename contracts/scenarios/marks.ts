/**
 * The marks by which posts of a run are recognised. Only letters, as a service may require of titles. Numbers are
 * written with consonants, and vowels part them:
 *
 * - `pubcdfghj`: a run
 * - `pubcdfghjipa`, `pubcdfghjipaco`: its 12th sequence, and a title of it
 * - `pubcdfghjipacO`, `pubcdfghjipacOd`: that title with the case of one letter changed, and after a replace
 */

const letters = 'bcdfghjklmnpqrstvwxz'
const numeral = `[${letters}]+`
const run = `pu[${letters}]{7}`
const afterRun = `(?:i${numeral}a)?(?:${numeral})?`

/** The pattern of any title of a sequence, and of other words that begin like a run. */
export const anyMark = 'pu[a-z]+'

const onlyRun = new RegExp(`^${run}$`)
const untilRun = new RegExp(`^.*?${run}`, 's')
const ofReplace = new RegExp(`(?<=i${numeral}a${numeral})([oO])(?:${numeral})?`)

/** How many random bytes {@link runMark} needs. */
export const runMarkBytes = 7

export function runMark(random: Uint8Array): string {
  return `pu${[...random].map((byte) => letters[byte % letters.length]).join('')}`
}

export function isRunMark(text: string): boolean {
  return onlyRun.test(text)
}

export function sequenceMark(mark: string, number: number): string {
  return `${mark}i${lettersOf(number)}a`
}

export function titleOfSequence(mark: string, number: number): string {
  return `${mark}${lettersOf(number)}o`
}

/** A title of a sequence with the case of one letter changed. @param replace the number of a replace, if any. */
export function nearTitle(title: string, replace?: number): string {
  const end = replace === undefined ? '' : lettersOf(replace)
  return title.replace(ofReplace, (_, vowel) => `${vowel === 'o' ? 'O' : 'o'}${end}`)
}

/** The letters of a sequence and its title, such as `ipaco`. */
export function withoutRun(title: string): string {
  return title.replace(untilRun, '')
}

/** The marks of one run in a text, with what follows of a title. */
export function marksOf(mark: string): RegExp {
  return new RegExp(`${mark}${afterRun}`, 'g')
}

/** The first mark of a run in a text. */
export function runMarkIn(text: string): string | undefined {
  return new RegExp(run).exec(text)?.[0]
}

/** The first title with a mark in a text, or only the mark. */
export function titleIn(text: string, mark: string): string | undefined {
  return new RegExp(`${mark}(?:${numeral})?`).exec(text)?.[0]
}

/** A number in letters; of two with the same length, the larger one comes later in the alphabet. */
function lettersOf(number: number): string {
  const base = letters.length
  return `${number < base ? '' : lettersOf(Math.floor(number / base))}${letters[number % base]}`
}
