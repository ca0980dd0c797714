import type { Profile } from '../../handlers/choices/profile.ts'
import { type ChoiceId, choices } from '../../handlers/choices.ts'
import type { PostFields } from '../../handlers/model/post.ts'
import { keepText } from '../../handlers/operations/post-input.ts'

/** A text in a title, a content, or both, and what follows "with" in its description. */
interface ShowingText extends Partial<PostFields> {
  readonly about: string
  /** The choice that it shows. Default `text.kept`. */
  readonly shows?: ChoiceId
}

const mark = '${title}'
const unicode =
  'Ærøskøbing, Łódź, 東京, العربية, e\u0301 and \u00e9, a smile 😀, a family 👩‍👩‍👧‍👦, a flag 🇩🇰'
const markup = '<p title="x">Tom & Jerry\'s <script>alert(1)</script> &amp; &lt;</p>'

/** The texts of examples that show choices, by the end of their keys. `${title}` is the title of the state. */
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

/**
 * Texts that stores, templates, parsers and filters are known to change. A service may refuse them, but must keep
 * those it accepts.
 */
export const specialTexts: Readonly<Record<'inside' | 'whole', readonly string[]>> = {
  inside: [
    `it's "quoted", ‘curly’, “double”, «angled», 'twice'' and \`ticks\``,
    'C:\\dir\\new\\table, \\\\server\\share, \\n \\t \\x41 \\u0041 \\0 \\\\',
    '100% of %d, %s, %20, %2F, %00, %zz and %%',
    'a+b, c%2Bd, e&f=g, h;i=j, k?l#m',
    '&amp; &lt;b&gt; &nbsp; &#39; &#x27; &copy; &unknown;',
    '<b>bold</b> <br/> </textarea></script> <img src=x onerror=alert(1)> <a href="javascript:x">',
    '<!-- comment --> <![CDATA[ x ]]> <?php echo 1 ?> <% x %> <!DOCTYPE x>',
    '/* comment */ // rest -- rest # rest {# rest #} REM rest',
    `' OR '1'='1'; DROP TABLE posts; -- \\' \\" UNION SELECT NULL`,
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
    '一二三 ひらがな カタカナ 한국어 العَرَبِيَّة עִבְרִית ไทย हिन्दी தமிழ்',
    '*bold* _em_ ~~gone~~ [text](url) ![image](url) | table | :smile: #tag @name',
    '"id": 7, "title": "x"}, {"id": 8',
    'Content-Type: text/html\r\n\r\nSet-Cookie: a=b',
    'ends in a dot. Ends in… “…”—–-- (c) (tm) 1/2 <= != ->',
  ],
  /** As the whole text; the first ones are changed most often. */
  whole: [
    ...['0', '007', '1e3', 'true', 'null', '[]', '{}', '2024-01-01T00:00:00Z', '"', ' ', '-', '__proto__'],
    ...['"quoted"', "'single'", '[bracketed]'],
    // Numbers, and what is nearly one.
    ...['-0', '+1', '-1', '1.0', '1.50', '1E400', '0x1F', '0b1', '1_000', '1,000.50', '9007199254740993'],
    ...['NaN', '-Infinity'],
    // Values of YAML, JavaScript and JSON.
    ...['False', 'undefined', 'None', 'yes', 'off', '[1,2]', '{"$date":0}', '""', '[object Object]'],
    // Dates, fractions and formulas.
    ...['2024-02-30', '12:30', '1/2', '=1+1', '@SUM(1)'],
    // Paths and punctuation.
    ...['.', '..', '/', '\\', '%', '#', "'"],
    // Blanks.
    ...['\n', '\n\nline', '\t x \t', '\u200b'],
    ...['constructor', 'aGVsbG8gd29ybGQ=', 'data:text/plain,x', 'a', '語', '😀'],
  ],
}

/** A change of texts that real services make: an answer of `text.kept`. */
export type TextChange = Exclude<Profile['text.kept'], 'verbatim'>

const changes = choices['text.kept'].answers.filter((answer): answer is TextChange => answer !== 'verbatim')

/**
 * The fewest named changes that turn the sent text into the kept one; empty where it is verbatim, undefined where
 * there are none, which breaks a clause.
 */
export function namedChanges(sent: string, kept: string): readonly TextChange[] | undefined {
  const combinations = Array.from({ length: 2 ** changes.length }, (_, bits) =>
    changes.filter((_change, at) => bits & (1 << at)),
  )
  combinations.sort((left, right) => left.length - right.length)
  return combinations.find(
    (combination) => combination.reduce((text, change) => keepText(change, text), sent) === kept,
  )
}

/** Whether a text is the sent one, apart from named changes. */
export function isKept(sent: string, kept: string): boolean {
  return sent === kept || namedChanges(sent, kept) !== undefined
}

/** Whether both texts of a post are the sent ones, apart from named changes. */
export function areKept(sent: PostFields, kept: PostFields): boolean {
  return isKept(sent.title, kept.title) && isKept(sent.content, kept.content)
}
