import { keeping, keepingEach } from '../changes.ts'
import { breaking } from '../fault.ts'
import type { Change, Post } from '../provider.ts'

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

/** Texts that only one class of parser, filter or store spoils: `create.adds`. */
export const specialTextFaults = breaking('create.adds', {
  'plus-sign-lost': ['A number with a plus sign loses it.', taking({ '+1': '1' })],
  'minus-zero': ['-0 becomes 0.', taking({ '-0': '0' })],
  'numbers-coerced': [
    'A title or content that looks like a number is kept as that number is written.',
    keepingEach((text) => (/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? String(Number(text)) : text)),
  ],
  'c1-lost': ['C1 controls are dropped.', keepingEach((text) => text.replaceAll(/[\u0080-\u009f]/g, ''))],
  'shell-removed': [
    'Backticks and what they enclose are removed.',
    keepingEach((text) => text.replaceAll(/`[^`]*`/g, '')),
  ],
})

/** The same, of replaces alone: `replace.whole`. */
export const specialReplaceFaults = breaking('replace.whole', {
  'replace-strips-comments': [
    'A replace strips comments.',
    replacing((text) => text.replaceAll(/\/\*.*?\*\//g, '')),
  ],
  'replace-unslashes': [
    'A replace strips backslashes before quotes.',
    replacing((text) => text.replaceAll(/\\(['"])/g, '$1')),
  ],
  'replace-unbrackets-title': [
    'A title that is wholly in brackets loses them in a replace.',
    replacing((text) => text.replace(/^\[([^\]]+)\]$/, '$1')),
  ],
})
