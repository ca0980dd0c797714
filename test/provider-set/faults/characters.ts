import { keeping, keepingEach } from '../changes.ts'
import { breaking } from '../fault.ts'
import { containing, created, titled } from '../programs.ts'
import type { Change } from '../provider.ts'

/** Puts another text in the place of each match, in both texts. */
function replacing(pattern: string | RegExp, by: string): Change {
  return keepingEach((text) => text.replaceAll(pattern, by))
}

/** Characters that are not kept as they were sent, and by none of the changes that `text.kept` names: `create.adds`. */
export const characterFaults = breaking('create.adds', {
  'line-ends-lost': ['Line ends are dropped.', replacing(/[\r\n]/g, ''), containing('one\ntwo')],
  'line-ends-as-breaks': ['Line ends become <br>.', replacing('\n', '<br>'), containing('one\ntwo')],
  'line-ends-as-escapes': [
    'Line ends become a backslash and an n.',
    replacing('\n', '\\n'),
    containing('one\ntwo'),
  ],
  'line-ends-doubled': [
    'Every LF becomes CRLF, those of CRLF too.',
    replacing('\n', '\r\n'),
    containing('one\ntwo'),
  ],
  'blanks-collapsed': ['Several blanks become one.', replacing(/\s+/g, ' '), titled('fleet  two  blanks')],
  'blanks-lost': [
    'All blanks are dropped from titles.',
    keeping(({ title }) => ({ title: title.replaceAll(' ', '') })),
    created,
  ],
  'tabs-as-blanks': ['A tab becomes four blanks.', replacing('\t', '    '), containing('one\ttwo')],
  'markup-stripped': ['Markup is stripped.', replacing(/<[^>]*>/g, ''), containing('<b>bold</b> & plain')],
  'scripts-stripped': [
    'Script elements are stripped, other markup stays.',
    replacing(/<script.*?<\/script>/g, ''),
    containing('<i>a</i><script>alert(1)</script>'),
  ],
  'escaped-twice': [
    'Texts are escaped for HTML twice.',
    keepingEach((text) => text.replaceAll('&', '&amp;amp;').replaceAll('<', '&amp;lt;')),
    containing('a < b & c'),
  ],
  'ampersand-cut': [
    'A text ends at its first ampersand, as in a form.',
    keepingEach((text) => text.split('&')[0] ?? ''),
    containing('this & that'),
  ],
  'entities-resolved': [
    'Entities in a text are resolved.',
    keepingEach((text) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
    containing('&lt;b&gt; &amp; so on'),
  ],
  'percent-decoded': [
    'Percent signs with two digits are decoded.',
    keepingEach((text) =>
      text.replaceAll(/%([0-9a-f]{2})/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16))),
    ),
    containing('100%25 and %41'),
  ],
  'plus-as-blank': ['A plus sign becomes a blank, as in a form.', replacing('+', ' '), containing('1+1')],
  'quotes-doubled': ['Single quotes are doubled, as for SQL.', replacing("'", "''"), containing("it's")],
  'quotes-lost': ['Quotes are dropped.', replacing(/['"]/g, ''), containing('a "quoted" word')],
  'quotes-curled': [
    'Straight quotes become typographic ones.',
    replacing(/"([^"]*)"/g, '“$1”'),
    containing('a "quoted" word'),
  ],
  'quotes-slashed': [
    'Quotes get a backslash, as magic quotes did.',
    replacing(/['"]/g, '\\$&'),
    containing("it's"),
  ],
  'backslashes-lost': ['Backslashes are dropped.', replacing('\\', ''), containing('C:\\posts\\new')],
  'escapes-resolved': [
    'A backslash and an n, typed as such, become a line end.',
    replacing('\\n', '\n'),
    containing('C:\\new'),
  ],
  'templates-filled': [
    'What stands in double braces is evaluated.',
    replacing(/\{\{.*?\}\}/g, ''),
    containing('Hello {{ name }}!'),
  ],
  'markdown-rendered': [
    'Contents are read as Markdown and kept as HTML.',
    keeping(({ content }) => ({ content: content.replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>') })),
    containing('a **bold** word'),
  ],
  'links-made': [
    'Addresses become links.',
    replacing(/https?:\S+/g, '<a href="$&">$&</a>'),
    containing('see https://example.com/a'),
  ],
  'emoji-as-question-marks': [
    'Characters beyond 16 bits become question marks.',
    replacing(/[\u{10000}-\u{10ffff}]/gu, '?'),
    titled('fleet 🚀 title'),
  ],
  'emoji-dropped': [
    'Characters beyond 16 bits are dropped.',
    replacing(/[\u{10000}-\u{10ffff}]/gu, ''),
    titled('fleet 🚀 title'),
  ],
  'emoji-ends-text': [
    'A text ends before its first character beyond 16 bits, as in MySQL with utf8.',
    keepingEach((text) => text.split(/[\u{10000}-\u{10ffff}]/u)[0] ?? ''),
    titled('fleet 🚀 title'),
  ],
  'emoji-torn': [
    'Half of a surrogate pair is lost, and U+FFFD stands for the rest.',
    replacing(/[\u{10000}-\u{10ffff}]/gu, '\uFFFD'),
    titled('fleet 🚀 title'),
  ],
  'emoji-torn-in-long-texts': [
    'A long text is stored in pieces of 1,000 UTF-16 units, and a surrogate pair at an end of one is lost.',
    keepingEach((text) => (text.match(/.{1,1000}/gs) ?? []).map((piece) => piece.toWellFormed()).join('')),
    containing(`x${'語é😀'.repeat(300)}`),
  ],
  'joiners-lost': [
    'Zero width joiners are dropped, so a family becomes four people.',
    replacing('\u200D', ''),
    titled('fleet 👩‍👧 family'),
  ],
  'zero-width-lost': [
    'Marks of direction and zero width are dropped.',
    replacing(/[\u200B-\u200F\u202A-\u202E]/g, ''),
    titled('fleet \u202Eright to left\u202C'),
  ],
  'ascii-only': [
    'Characters beyond ASCII become question marks.',
    replacing(/[^\0-~]/g, '?'),
    titled('fleet déjà vu'),
  ],
  'accents-lost': [
    'Accents are dropped.',
    keepingEach((text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')),
    titled('fleet déjà vu'),
  ],
  decomposed: [
    'Texts are decomposed (NFD), accents apart from their letters.',
    keepingEach((text) => text.normalize('NFD')),
    titled('fleet déjà vu'),
    'It is canonically equivalent, as NFC is.',
  ],
  'compatible-form': [
    'Texts are brought to NFKC: ligatures, fractions and wide letters are replaced.',
    keepingEach((text) => text.normalize('NFKC')),
    titled('fleet ﬁne ½ Ａ'),
  ],
  mojibake: [
    'UTF-8 is taken for Latin-1.',
    keepingEach((text) => Buffer.from(text).toString('latin1')),
    titled('fleet déjà vu'),
  ],
  'sharp-s-upper-cased': ['The German sharp s becomes ss.', replacing('ß', 'ss'), titled('fleet Straße')],
  'equals-sign-cut': [
    'A title that begins with = gets a quote before it, as against spreadsheets.',
    keeping(({ title }) => ({ title: title.replace(/^=/, "'=") })),
    titled('=1+1'),
  ],
  'controls-lost': [
    'Control characters other than NUL, tab and line ends are dropped.',
    replacing(/(?=\p{Cc})[^\0\t\r\n]/gu, ''),
    titled('fleet a\u0001b\u001Fc'),
    'It is near to what `text.kept` calls without-nul.',
  ],
  'nul-ends-text': [
    'A text ends at its first NUL, as in C.',
    keepingEach((text) => text.split('\0')[0] ?? ''),
    titled('fleet a\0b'),
  ],
})
