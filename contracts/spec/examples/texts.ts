import type { ChoiceId } from '../../../handlers/choices.ts'

/** Texts that services are known to change, in a title, a content, or both. `${title}` is the title of the state. */
export interface HostileText {
  /** The end of the example's key. */
  readonly name: string
  /** A description that follows "with". */
  readonly about: string
  readonly title?: string
  readonly content?: string
}

const mark = '${title}'
const sentence = 'A sentence that says little and takes its time. '
const unicode =
  'Ærøskøbing, Łódź, 東京, العربية, e\u0301 and \u00e9, a smile 😀, a family 👩‍👩‍👧‍👦, a flag 🇩🇰'
const markup = '<p title="x">Tom & Jerry\'s <script>alert(1)</script> &amp; &lt;</p>'
const escapes =
  'C:\\new\\table\\posts "quoted" \\u0041 %20 + {{braces}} $& $1 \'; DROP TABLE posts; -- #hash `tick`'
const typography =
  '# Heading\n\n**bold** *one* _two_ ~three~ `four` [five](https://example.org/?a=1&b=2)\n- https://example.net www.example.org me@example.org\n\n---\n"six" -- seven... (c) 1/2 :) @you <https://example.com>'
const letters = 'Straße STRASSE ẞ, İstanbul ıI, ﬁne ﬃ, ½ ² №, Å Å, Ω Ω, ǆ, Σίσυφος, ｆｕｌｌ, ーｱ'
const invisible =
  'a \ufeffbom, nbsp\u00a0, zero\u200bwidth, soft\u00adhyphen, \u202edirection\u202c, tab\t, \u2060\u{e0041}\ufffd end'

/** Titles and contents that a service must keep. */
export const texts: readonly HostileText[] = [
  { name: 'unicode', about: 'accents, other scripts, combining marks and emoji', content: unicode },
  { name: 'unicode-title', about: 'other scripts and emoji in the title', title: `${mark} ${unicode}` },
  { name: 'markup', about: 'markup', content: markup },
  { name: 'markup-title', about: 'markup in the title', title: `${mark} ${markup}` },
  { name: 'blanks', about: 'blanks at both ends', content: '  \tindented, and then some \n ' },
  {
    name: 'blanks-title',
    about: 'blanks at both ends of the title and in it',
    title: `  ${mark}   spaced  out  `,
  },
  { name: 'line-ends', about: 'CRLF, CR and LF', content: 'one\r\ntwo\rthree\nfour\n\n\nfive\u2028six' },
  {
    name: 'control',
    about: 'a NUL and other control characters',
    content: 'before\u0000after\u0007\u001b[0m',
  },
  {
    name: 'escapes',
    about: 'what looks like escapes and templates',
    title: `${mark} ${escapes}`,
    content: escapes,
  },
  { name: 'long', about: '10 kB of text', content: sentence.repeat(213).slice(0, 10_000) },
  // Cut after any multiple of four UTF-16 units, or of 1,024 bytes, it is cut inside a character.
  {
    name: 'long-unicode',
    about: '3,000 characters of two to four bytes',
    content: `x${'語é😀'.repeat(1000)}`,
  },
  {
    name: 'title-250',
    about: 'a title of 250 characters',
    title: `${mark} ${sentence.repeat(6)}`.slice(0, 257),
  },
  {
    name: 'title-1000',
    about: 'a title of 1,000 characters',
    title: `${mark} ${sentence.repeat(21)}`.slice(0, 1007),
  },
  {
    name: 'digits',
    about: 'a title of digits and a content that is a number',
    title: '00123456789012345678901',
    content: mark,
  },
  { name: 'number', about: 'a title that looks like a number', title: '1.50e3', content: mark },
  { name: 'date', about: 'a title that looks like a date', title: '2024-02-30T25:61:00Z', content: mark },
  { name: 'date-day', about: 'a title that is a day', title: '2024-03-01', content: mark },
  { name: 'date-time', about: 'a content that is a time', content: '2024-03-01T10:00:00+02:00' },
  { name: 'formula', about: 'a title that is a formula', title: '=1+2', content: mark },
  { name: 'word-null', about: 'the title null', title: 'null', content: mark },
  { name: 'typography', about: 'Markdown, links, and signs that editors replace', content: typography },
  { name: 'letters', about: 'letters that change with their case or form', content: letters },
  { name: 'invisible', about: 'characters that cannot be seen', content: invisible },
  { name: 'huge', about: '70 kB of text', content: sentence.repeat(1490).slice(0, 70_000) },
  { name: 'word-true', about: 'the content true', content: 'true' },
  { name: 'json', about: 'a content that is JSON itself', content: '{"id":1,"title":["x"],"content":null}' },
  { name: 'empty-content', about: 'an empty content', content: '' },
  { name: 'empty-title', about: 'an empty title', title: '', content: mark },
]

const keptTexts = ['unicode', 'markup', 'blanks', 'line-ends', 'control']

/** The choices that an example with a text shows. */
export function shownByText(name: string): readonly ChoiceId[] {
  if (name === 'empty-title' || name === 'empty-content') return ['input.empty']
  return keptTexts.includes(name) ? ['text.kept'] : []
}
