import type { ChoiceId } from '../../handlers/choices.ts'
import type { InputName } from '../../handlers/endpoints.ts'
import { eachField, fieldNames, type PostFields } from '../../handlers/fields.ts'
import { nearTitle, withoutRun } from './marks.ts'
import type { Texts } from './scenario.ts'

/** A text in a title, a content, or both, and what follows "with" in its description. */
interface ShowingText extends Partial<PostFields> {
  readonly about: string
  /** The choice that it shows, if any. */
  readonly shows?: ChoiceId
}

const mark = '${title}'
const unicode =
  'Ærøskøbing, Łódź, 東京, العربية, e\u0301 and \u00e9, a smile 😀, a family 👩‍👩‍👧‍👦, a flag 🇩🇰'
const markup = '<p title="x">Tom & Jerry\'s <script>alert(1)</script> &amp; &lt;</p>'

const letters = 'Æble, Łódź, 東京, العربية, 😀'
const quotes = `it's "quoted", C:\\new, \\n and \\`
const signs = '100% of %20, a+b, {{x}} $1 #{y} &amp; <b>'

/** The texts of examples, by the end of their keys. `${title}` is unique to the example. */
export const texts: Readonly<Record<string, ShowingText>> = {
  ...Object.fromEntries(
    fieldNames.toReversed().map((name) => {
      const marked = name === 'title' && { content: mark }
      return [`empty-${name}`, { about: `an empty ${name}`, [name]: '', ...marked, shows: 'input.empty' }]
    }),
  ),
  unicode: {
    about: 'accents, other scripts, combining marks and emoji',
    title: `${mark} ${unicode}`,
    content: unicode,
    shows: 'text.kept',
  },
  markup: { about: 'markup', title: `${mark} ${markup}`, content: markup, shows: 'text.kept' },
  blanks: {
    about: 'blanks at both ends, and in the title',
    title: `  ${mark}   spaced  out  `,
    content: '  \tindented, and then some \n ',
    shows: 'text.kept',
  },
  'line-ends': {
    about: 'CRLF, CR and LF',
    content: 'one\r\ntwo\rthree\nfour\n\n\nfive\u2028six',
    shows: 'text.kept',
  },
  nul: { about: 'NUL (U+0000) in its content', content: 'before\u0000after', shows: 'text.kept' },
  letters: { about: 'letters of several scripts', title: `${mark} ${letters}`, content: letters },
  quotes: { about: 'quotes and backslashes', title: `${mark} ${quotes}`, content: quotes },
  signs: { about: 'signs of URLs and templates', title: `${mark} ${signs}`, content: signs },
  digits: { about: 'a content of digits', content: '20240101' },
  true: { about: 'the content true', content: 'true' },
  null: { about: 'the content null', content: 'null' },
  date: { about: 'a content that is a date', content: '2024-01-31' },
  long: { about: 'a long content', content: 'Long words, '.repeat(160).trim() },
}

/**
 * Texts that stores, templates, parsers and filters are known to change. A service may refuse them, but must keep
 * those it accepts.
 */
const specialTexts: Readonly<Record<'inside' | 'whole', readonly string[]>> = {
  inside: [
    `it's "quoted", ‘curly’, “double”, «angled», 'twice'', \\' escaped \\" and \`ticks\``,
    'CON, nul.txt, C:\\dir\\new\\table, \\\\server\\share, \\n \\t \\x41 \\u0041 \\0 \\\\',
    '100% of %d, %s, %20, %2F, %00, %zz and %%',
    'a+b, c%2Bd, e&f=g, h;i=j, k?l#m',
    '&amp; &lt;b&gt; &nbsp; &#39; &#x27; &copy; &unknown;',
    '<b>bold</b> <br/> </textarea></script> <img src=x onerror=alert(1)> <a href="javascript:x">',
    '<!-- comment --> <![CDATA[ x ]]> <?php echo 1 ?> <% x %> <!DOCTYPE x>',
    '/* comment */ // rest -- rest # rest {# rest #} REM rest',
    // Words that filters look for, and no quote: where they were run, they must do no harm.
    'OR 1=1; DROP TABLE posts; -- UNION SELECT NULL, xp_cmdshell',
    '{{7*7}} {{{x}}} ${7*7} #{7*7} <%= 7*7 %> {% if x %} @{x} [[x]] $[x]',
    '$1 $& $` $$ \\1 :name ?1 @param $name {0} {} %(name)s',
    '$(id) `id` | tee > file < file && || ; ~ * ? [a-z] !history',
    'http://example.org/?a=1&b=2#c mailto:me@example.org www.example.net',
    'one\rtwo\r\nthree\u0085four\u2028five\u2029six\u000bseven\u000ceight',
    'tab\ttab\t\ttab, two  blanks,   three, nbsp\u00a0\u00a0thin\u2009\u3000wide',
    'e\u0301 \u00e9 \u212b \u00c5 A\u030a \uac00 \u1100\u1161 n\u0303\u0323 Z\u0351\u0343\u0313\u0344\u0307',
    '\u{1d4d3}\u{1f600}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u{1f1e9}\u{1f1f0}\u{1f44d}\u{1f3fd} \u{20bb7} \u{10ffff}',
    'zero\u200bwidth, joiner\u200d, mark\ufeff, soft\u00adhyphen, \u2066isolate\u2069, \u202eover\u202c, \ufe0f',
    'bell\u0007 escape\u001b[31m delete\u007f start\u0001 unit\u001f c1\u009b',
    'before\u0000after',
    '\ufffd \ufffe \uffff \ue000 \u{f0000} \u{e0041}',
    'ß ẞ ı İ ŉ ǰ ﬁ ﬀ Σσς ΐ K Å ſ ǆ',
    '１２３ ٠١٢ ½ ﷽ 一二三 ひらがな カタカナ 한국어 العَرَبِيَّة עִבְרִית ไทย हिन्दी தமிழ்',
    '*bold* _em_ ~~gone~~ [text](url) ![image](url) | table | :smile: #tag @name',
    '"id": 7, "title": "x"}, {"id": 8',
    'Content-Type: text/html\r\n\r\nSet-Cookie: a=b',
    'ends in a dot. Ends in… “…”—–-- (c) (tm) 1/2 <= != -> $1.00 €1.000,50',
  ],
  /** As the whole text; the first ones are changed most often. */
  whole: [
    ...['0', '007', '1e3', 'true', 'null', '{}', '"', ' ', '-', '__proto__'],
    ...['2024-01-31', '2024-01-01T00:00:00Z', '"quoted"', "'single'", '[bracketed]'],
    // Numbers, and what is nearly one.
    ...['-0', '+1', '-1', '1.0', '1.50', '1E400', '0x1F', '0b1', '1_000', '1,000.50', '9007199254740993'],
    ...['NaN', '-Infinity'],
    // Values of YAML, JavaScript and JSON.
    ...['False', 'undefined', 'None', 'yes', 'off', '[]', '[1,2]', '{"$date":0}', '""', '[object Object]'],
    // Dates, fractions and formulas.
    ...['2024-02-30', '12:30', '1/2', '=1+1', '@SUM(1)'],
    // Paths and punctuation.
    ...['.', '..', '/', '\\', '%', '#', "'"],
    // Blanks.
    ...['\n', '\n\nline', '\t x \t', '\u200b'],
    ...['constructor', 'aGVsbG8gd29ybGQ=', 'data:text/plain,x', 'a', '語', '😀'],
  ],
}

const long = 'A sentence that begins like another one and is as long, but for its last letter, '

/** Texts with small, large and special differences. The first ones are used more often. */
export const contents: readonly string[] = [
  'one',
  'two',
  'three and more',
  `${long}a`,
  `${long}b`,
  'One',
  'one ',
  '',
  'a\nb',
  'é',
  'e\u0301',
  '😀',
  '<b>one & two</b>',
  'x'.repeat(3000),
]

/** Whether a service must accept a text: it may refuse those that other posts have. */
export function permitsOf(texts: Texts): 'success' | 'success-or-refusal' {
  return texts.kind === 'new' && texts.number >= contents.length ? 'success' : 'success-or-refusal'
}

/** The content of a number; beyond the list it is unique. */
export function contentOf(text: number, title: string): string {
  return contents[text] ?? `About ${withoutRun(title)}.`
}

/** All fields of a post with a title and a content; a further field has a text that follows the content. */
export function allFields(texts: Pick<PostFields, 'title' | 'content'>): PostFields {
  return { ...eachField((name) => `The ${name}: ${withoutRun(texts.content)}`), ...texts }
}

/** The texts of a replace: the title changes a little each time. */
export function replacement(title: string, text: number): PostFields {
  return allFields({ title: nearTitle(title, text), content: contentOf(text, title) })
}

/** The texts of one post, and of several posts where a service refuses that one. */
export interface TextRow {
  readonly texts: (title: string) => PostFields
  readonly alone?: readonly TextRow[]
}

/** How many special texts one title and content contain. */
const atOnce = 3

const inside = (text: string): TextRow => ({
  texts: (title) => allFields({ title: `${title} ${text} end`, content: `begin ${text} end` }),
})

const allInside = Array.from({ length: Math.ceil(specialTexts.inside.length / atOnce) }, (_, at): TextRow => {
  const some = specialTexts.inside.slice(at * atOnce, (at + 1) * atOnce)
  return { ...inside(some.join(' ')), alone: some.map(inside) }
})

const sized = (title: number, content: number): TextRow['texts'] => {
  return (mark) =>
    allFields({
      title: `${mark} `.padEnd(title, 'A long title. ').trim(),
      content: 'x語é😀'.repeat(content / 5),
    })
}

/**
 * Texts that are cut inside a character, whether units or bytes are counted, and longer than the TEXT of MySQL (65,535
 * bytes); shorter ones where those are refused.
 */
const sizes: TextRow = {
  texts: sized(1000, 33_000),
  alone: [{ texts: sized(250, 500), alone: [{ texts: sized(120, 500) }] }, { texts: sized(30, 10_000) }],
}

const wholeContents = specialTexts.whole.map(
  (content): TextRow => ({ texts: (title) => allFields({ title, content }) }),
)

/** Posts with a special text as their whole title. */
const wholeTitles = specialTexts.whole
  .slice(0, 15)
  .map((title): TextRow => ({ texts: (content) => allFields({ title, content }) }))

/** Every text that services are known to change, in as few posts as possible. */
export const specialRows: Readonly<Record<InputName, readonly TextRow[]>> = {
  create: [...allInside, sizes, ...wholeTitles, ...wholeContents],
  replace: [...allInside, sizes, ...wholeTitles],
}

/** A content that is padded to a length. */
const padded = (length: number): TextRow['texts'] => {
  return (title) =>
    allFields({
      title,
      content: `${contentOf(contents.length, title)} `.padEnd(length, 'And more of it. ').trim(),
    })
}

/** Long enough that many reach a limit in bytes; shorter where a service refuses that. */
const longRow: TextRow = { texts: padded(2000), alone: [{ texts: padded(600) }] }

/** From this number on the texts of many posts are ordinary ones. */
export const ordinaryFrom = 1000
const ordinaryRow: TextRow = { texts: padded(0) }

/** The texts of many posts: the special ones, then long ones, then ordinary ones. */
export function rowsOf(write: InputName, from: number, count: number): TextRow[] {
  const later = from < ordinaryFrom ? longRow : ordinaryRow
  return Array.from({ length: count }, (_, at) => specialRows[write][from + at] ?? later)
}
