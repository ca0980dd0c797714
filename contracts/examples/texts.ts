/** A text that services are known to spoil. */
export interface HostileText {
  /** The end of the example's key. */
  readonly name: string
  /** What it is, in words that follow "with". */
  readonly about: string
  readonly text: string
}

const sentence = 'A sentence that says little and takes its time. '

/** Contents that have to come back as they were sent. */
export const texts: readonly HostileText[] = [
  {
    name: 'unicode',
    about: 'accents, other scripts and combining marks',
    text: 'Ærøskøbing, Łódź, 東京, العربية, e\u0301 and \u00e9',
  },
  { name: 'emoji', about: 'emoji', text: 'A smile 😀, a family 👩‍👩‍👧‍👦, a flag 🇩🇰' },
  {
    name: 'markup',
    about: 'markup',
    text: '<p title="x">Tom & Jerry\'s <script>alert(1)</script> &amp; &lt;</p>',
  },
  { name: 'blanks', about: 'blanks at both ends', text: '  \tindented, and then some \n ' },
  { name: 'line-ends', about: 'CRLF, CR and LF', text: 'one\r\ntwo\rthree\nfour' },
  { name: 'control', about: 'a NUL and other control characters', text: 'before\u0000after\u0007\u001b[0m' },
  {
    name: 'escapes',
    about: 'what looks like escapes and templates',
    text: 'C:\\new\\table "quoted" \\u0041 %20 {{braces}} $& \'; DROP TABLE posts; --',
  },
  { name: 'long', about: '10 kB of text', text: sentence.repeat(213).slice(0, 10_000) },
]
