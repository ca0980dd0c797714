/**
 * The marks by which posts of a run are recognised. Only letters and digits, as a service may require of titles:
 *
 * - `pu3abcdefg`: a run
 * - `pu3abcdefg00001`: the title of its first post
 * - `pu3abcdefgw2x`, `pu3abcdefgw2x00001`: its second worker, and a title of it
 * - `pu3abcdefgs12x`, `pu3abcdefgs12x1`: its 12th sequence, and a title of it
 */

const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const digits = '234567'
const run = `pu[${digits}][a-z${digits}]{7}`
const afterRun = '(?:[sw]\\d+x)?\\d*'

/** The marks of all runs in a text, with what follows of a title. */
export const anyMark = new RegExp(`${run}${afterRun}`, 'g')

const onlyRun = new RegExp(`^${run}$`)

/** How many random bytes {@link runMark} needs. */
export const runMarkBytes = 8

export function runMark([first = 0, ...rest]: Uint8Array): string {
  return `pu${digits[first % digits.length]}${rest.map((byte) => letters[byte % letters.length]).join('')}`
}

export function isRunMark(text: string): boolean {
  return onlyRun.test(text)
}

export function workerMark(mark: string, number: number): string {
  return `${mark}w${number}x`
}

export function sequenceMark(mark: string, number: number): string {
  return `${mark}s${number}x`
}

/** The mark that the mark of a sequence begins with; every other mark as it is. */
export function withoutSequence(mark: string): string {
  return mark.replace(/s\d+x$/, '')
}

/** The numbers of a sequence and of its title, such as 12x1. */
export function numbersIn(title: string): string {
  return title.replace(/^.*?s(?=\d+x)/, '')
}

/** A title of a run or worker; none contains another. */
export function titleOf(mark: string, number: number): string {
  return `${mark}${String(number).padStart(5, '0')}`
}

/** The marks of one run in a text, with what follows of a title. */
export function marksOf(mark: string): RegExp {
  return new RegExp(`${mark}${afterRun}`, 'g')
}

/** What tells apart the posts of a run and its workers: the title, without what a service may add. */
export function titlesOf(mark: string): RegExp {
  return new RegExp(`${mark}(?:w\\d+x)?\\d+`)
}
