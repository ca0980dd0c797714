import type { PostFields } from '../../handlers/model/post.ts'

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

  isUnlike(text: string): boolean {
    if (this.#longest < 0) return false
    const isOfLength = text.length >= this.#shortest && text.length <= this.#longest
    return !isOfLength || signsOf(text).some((sign) => !this.#signs.has(sign))
  }
}

/** The texts that a service took, in any lane. The document does not show which others it takes. */
export class TakenTexts {
  readonly #fields = { title: new Taken(), content: new Taken() }

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
