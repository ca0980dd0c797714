import type { ChoiceId } from '../../../handlers/choices.ts'
import type { ClauseId } from '../clauses.ts'
import type { Row } from './rows.ts'

/** A text that shows a choice, in a title, a content, or both. `${title}` is the title of the state. */
interface ShowingText {
  /** A description that follows "with". */
  readonly about: string
  readonly title?: string
  readonly content?: string
  /** Default `text.kept`. */
  readonly shows?: ChoiceId
}

const mark = '${title}'
const unicode =
  'Ærøskøbing, Łódź, 東京, العربية, e\u0301 and \u00e9, a smile 😀, a family 👩‍👩‍👧‍👦, a flag 🇩🇰'
const markup = '<p title="x">Tom & Jerry\'s <script>alert(1)</script> &amp; &lt;</p>'

/** The texts of examples, by the end of their keys; what services are known to change besides is in `special-texts.ts`. */
export const texts: Readonly<Record<string, ShowingText>> = {
  'empty-content': { about: 'an empty content', content: '', shows: 'input.empty' },
  'empty-title': { about: 'an empty title', title: '', content: mark, shows: 'input.empty' },
  unicode: {
    about: 'accents, other scripts, combining marks and emoji',
    title: `${mark} ${unicode}`,
    content: unicode,
  },
  markup: { about: 'markup', title: `${mark} ${markup}`, content: markup },
  blanks: {
    about: 'blanks at both ends, and in the title',
    title: `  ${mark}   spaced  out  `,
    content: '  \tindented, and then some \n ',
  },
  'line-ends': { about: 'CRLF, CR and LF', content: 'one\r\ntwo\rthree\nfour\n\n\nfive\u2028six' },
  control: {
    about: 'a NUL and other control characters',
    content: 'before\u0000after\u0007\u001b[0m',
  },
}

/** The examples of an operation with these texts. @param begin what stands before a text in their descriptions. */
export function textRows(
  begin: string,
  usual: { readonly title: string; readonly content: string },
  clauses: readonly ClauseId[],
): Record<string, Row> {
  const rows = Object.entries(texts).map(([name, { about, title, content, shows = 'text.kept' }]) => {
    const body = { title: title ?? usual.title, content: content ?? usual.content }
    return [
      name,
      { about: `${begin} ${about}`, body, clauses, shows: [shows], permits: 'success-or-refusal' },
    ]
  })
  return Object.fromEntries(rows)
}
