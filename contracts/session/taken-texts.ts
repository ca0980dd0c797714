import type { PostFields } from '../../handlers/model/post.ts'
import type { ReceivedReply } from '../document/exchange.ts'

/** Statuses by which a service refuses values: the document shows no limits of them. */
const ofValues = [400, 409, 413, 422]

/** Asks whether a service refuses a request for the values in it. */
export function refusesValues({ status }: ReceivedReply): boolean {
  return ofValues.includes(status)
}

/** What a service took so far in one field. */
class Taken {
  #shortest = Number.POSITIVE_INFINITY
  #longest = -1
  readonly #signs = new Set<string>()

  note(text: string): void {
    this.#shortest = Math.min(this.#shortest, text.length)
    this.#longest = Math.max(this.#longest, text.length)
    for (const sign of signsOf(text)) this.#signs.add(sign)
  }

  get isNone(): boolean {
    return this.#longest < 0
  }

  isUnlike(text: string): boolean {
    if (this.isNone) return false
    const isOfLength = text.length >= this.#shortest && text.length <= this.#longest
    return !isOfLength || signsOf(text).some((sign) => !this.#signs.has(sign))
  }
}

/** The texts that a service took, in any worker. The document does not show which others it takes. */
export class TakenTexts {
  readonly #fields = { title: new Taken(), content: new Taken() }

  #isInSentence = false

  /** A title that holds a mark. */
  titleWith(mark: string): string {
    return this.#isInSentence ? `The post ${mark} of a test run` : mark
  }

  /** Has titles be sentences from here on, as a rule of the service may want them. @returns false where that was tried, or a title was taken. */
  trySentence(): boolean {
    if (this.#isInSentence || !this.#fields.title.isNone) return false
    this.#isInSentence = true
    return true
  }

  note({ title, content }: PostFields): void {
    this.#fields.title.note(title)
    this.#fields.content.note(content)
  }

  /** Asks whether a text is shorter or longer than all that were taken, or has a sign that none had: it may be against a rule. Where none was taken, all are ordinary. */
  isUnlike({ title, content }: Partial<PostFields>): boolean {
    const { title: titles, content: contents } = this.#fields
    return (
      (title !== undefined && titles.isUnlike(title)) || (content !== undefined && contents.isUnlike(content))
    )
  }
}

/** The characters of a text; a plain letter stands for all of them, and a digit. */
function signsOf(text: string): string[] {
  return [...new Set(text.replace(/[a-z]+/gi, 'a').replace(/[0-9]+/g, '0'))]
}
