import type { ChoiceId } from '../../../handlers/choices.ts'

/** A text that shows a choice, in a title, a content, or both. `${title}` is the title of the state. */
export interface ShowingText {
  /** The end of the example's key. */
  readonly name: string
  /** A description that follows "with". */
  readonly about: string
  readonly title?: string
  readonly content?: string
  readonly shows: ChoiceId
}

const mark = '${title}'
const unicode =
  'Ærøskøbing, Łódź, 東京, العربية, e\u0301 and \u00e9, a smile 😀, a family 👩‍👩‍👧‍👦, a flag 🇩🇰'
const markup = '<p title="x">Tom & Jerry\'s <script>alert(1)</script> &amp; &lt;</p>'

/** The texts of examples; what services are known to change besides is in `special-texts.ts`. */
export const texts: readonly ShowingText[] = [
  { name: 'empty-content', about: 'an empty content', content: '', shows: 'input.empty' },
  { name: 'empty-title', about: 'an empty title', title: '', content: mark, shows: 'input.empty' },
  {
    name: 'unicode',
    about: 'accents, other scripts, combining marks and emoji',
    title: `${mark} ${unicode}`,
    content: unicode,
    shows: 'text.kept',
  },
  { name: 'markup', about: 'markup', title: `${mark} ${markup}`, content: markup, shows: 'text.kept' },
  {
    name: 'blanks',
    about: 'blanks at both ends, and in the title',
    title: `  ${mark}   spaced  out  `,
    content: '  \tindented, and then some \n ',
    shows: 'text.kept',
  },
  {
    name: 'line-ends',
    about: 'CRLF, CR and LF',
    content: 'one\r\ntwo\rthree\nfour\n\n\nfive\u2028six',
    shows: 'text.kept',
  },
  {
    name: 'control',
    about: 'a NUL and other control characters',
    content: 'before\u0000after\u0007\u001b[0m',
    shows: 'text.kept',
  },
]
