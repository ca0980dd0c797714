import type { PostFields } from '../../handlers/model/post.ts'
import type { ReceivedReply } from '../spec/exchange.ts'

/** Statuses that refuse a value. */
const ofValues = [400, 409, 413, 422]

/** Whether a service refused a request because of its values. */
export function refusesValues({ status }: ReceivedReply): boolean {
  return ofValues.includes(status)
}

/** The texts that a service accepted in one field. */
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

/** The texts that a service accepted in any sequence. The document does not say which others it accepts. */
export class TakenTexts {
  readonly #fields = { title: new Taken(), content: new Taken() }

  #isInSentence = false

  titleWith(mark: string): string {
    return this.#isInSentence ? `The post ${mark} of a test run` : mark
  }

  /**
   * Makes titles sentences from now on: the service may require it.
   * @returns false where they are already, or a
   * title was accepted.
   */
  trySentence(): boolean {
    if (this.#isInSentence || !this.#fields.title.isNone) return false
    this.#isInSentence = true
    return true
  }

  note({ title, content }: PostFields): void {
    this.#fields.title.note(title)
    this.#fields.content.note(content)
  }

  /**
   * Whether a text is shorter or longer than all accepted ones, or has a character that none had, so that the
   * service may refuse it.
   */
  isUnlike({ title, content }: Partial<PostFields>): boolean {
    const { title: titles, content: contents } = this.#fields
    return (
      (title !== undefined && titles.isUnlike(title)) || (content !== undefined && contents.isUnlike(content))
    )
  }
}

/** The characters of a text; all letters count as one, and all digits. */
function signsOf(text: string): string[] {
  return [...new Set(text.replace(/[a-z]+/gi, 'a').replace(/[0-9]+/g, '0'))]
}
