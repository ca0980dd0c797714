import { keeping, keepingEach } from '../changes.ts'
import { breaking } from '../fault.ts'
import { containing, titled } from '../programs.ts'
import type { Change, Post } from '../provider.ts'
import { create, read, replace } from '../steps.ts'

/** Keeps another content where the whole of it is one of these. */
function taking(contents: Readonly<Record<string, string>>): Change {
  return keeping(({ content }) => ({
    content: Object.hasOwn(contents, content) ? (contents[content] ?? '') : content,
  }))
}

/** Spoils the texts of a replace alone. */
function replacing(change: (text: string) => string): Change {
  return (_provider, correct) => ({
    accept: (body, call) => {
      if (call.method !== 'PUT' || typeof body !== 'object' || body === null)
        return correct.accept(body, call)
      const entries = Object.entries(body).map(([key, value]) => [
        key,
        typeof value === 'string' ? change(value) : value,
      ])
      return correct.accept(Object.fromEntries(entries) as Post, call)
    },
  })
}

const replacedBy = (content: string) => [create('a'), replace('a', { title: 'fleet b', content }), read('a')]

/** Texts that only one class of parser, filter or store spoils: `create.adds`. */
export const specialTextFaults = breaking('create.adds', {
  'words-as-yaml': [
    'yes and off become true and false.',
    taking({ yes: 'true', off: 'false' }),
    containing('yes'),
  ],
  'formula-disarmed': [
    'A content that begins like a formula gets an apostrophe, against CSV injection.',
    keeping(({ content }) => ({ content: content.replace(/^[=+@]/, "'$&") })),
    containing('=1+1'),
  ],
  'plus-sign-lost': ['A number with a plus sign loses it.', taking({ '+1': '1' }), containing('+1')],
  'minus-zero': ['-0 becomes 0.', taking({ '-0': '0' }), containing('-0')],
  'dots-as-path': [
    'Contents of dots alone are taken for a path.',
    taking({ '..': '', '.': '' }),
    containing('..'),
  ],
  'empty-json-unwrapped': [
    '[] and {} are kept as nothing.',
    taking({ '[]': '', '{}': '' }),
    containing('[]'),
  ],
  'one-character-lost': ['A content of one letter is kept as nothing.', taking({ a: '' }), containing('a')],
  'vertical-tabs-as-blanks': [
    'Vertical tabs and form feeds become blanks.',
    keepingEach((text) => text.replaceAll(/[\v\f]/g, ' ')),
    containing('one\vtwo'),
  ],
  'next-line-as-line-end': [
    'U+0085 becomes a line end.',
    keepingEach((text) => text.replaceAll('\u0085', '\n')),
    containing('one\u0085two'),
  ],
  'c1-lost': [
    'C1 controls are dropped.',
    keepingEach((text) => text.replaceAll(/[\u0080-\u009f]/g, '')),
    containing('a\u009bb'),
  ],
  'noncharacters-replaced': [
    'Noncharacters become U+FFFD.',
    keepingEach((text) => text.replaceAll(/[\ufffe\uffff]/g, '\ufffd')),
    titled('fleet \uffff'),
  ],
  'php-removed': [
    'What looks like PHP is removed.',
    keepingEach((text) => text.replaceAll(/<\?php.*?\?>/g, '')),
    containing('<?php echo 1 ?>'),
  ],
  'first-line-end-lost': [
    'A line end at the start of a content is dropped, as in an HTML textarea.',
    keeping(({ content }) => ({ content: content.replace(/^\n/, '') })),
    containing('\n\nx'),
  ],
  'shell-removed': [
    'Backticks and what they enclose are removed.',
    keepingEach((text) => text.replaceAll(/`[^`]*`/g, '')),
    containing('`id`'),
  ],
})

/** The same, of replaces alone: `replace.whole`. */
export const specialReplaceFaults = breaking('replace.whole', {
  'replace-strips-comments': [
    'A replace strips comments.',
    replacing((text) => text.replaceAll(/\/\*.*?\*\//g, '')),
    replacedBy('/* a */ b'),
  ],
  'replace-unslashes': [
    'A replace strips backslashes before quotes.',
    replacing((text) => text.replaceAll(/\\(['"])/g, '$1')),
    replacedBy("\\' b"),
  ],
  'replace-title-as-number': [
    'A title of digits is kept as a number by a replace.',
    replacing((text) => (/^0\d+$/.test(text) ? String(Number(text)) : text)),
    [create('a'), replace('a', { title: '007', content: 'b' }), read('a')],
  ],
  'replace-unquotes-title': [
    'A title that is wholly in double quotes loses them in a replace, as in a CSV file.',
    replacing((text) => text.replace(/^"([^"]+)"$/, '$1')),
    [create('a'), replace('a', { title: '"a"', content: 'b' }), read('a')],
  ],
  'replace-unbrackets-title': [
    'A title that is wholly in brackets loses them in a replace.',
    replacing((text) => text.replace(/^\[([^\]]+)\]$/, '$1')),
    [create('a'), replace('a', { title: '[a]', content: 'b' }), read('a')],
  ],
  'replace-loses-joiners': [
    'A replace drops zero width joiners.',
    replacing((text) => text.replaceAll('\u200d', '')),
    replacedBy('👩‍👧'),
  ],
})
